import { type Sql, sql, trusted } from '../clickhouse/sql.js';
import { campaignNameSql } from './campaign-name.js';

/** A dimension that statistics can be grouped and filtered by. */
export interface Dimension {
  /** Its column in `events`; one of a session must be in `visits` and `sessions` too. */
  readonly column: string;
  /** Computes it from other columns, if no table has the column. */
  readonly computed?: Sql;
  /** A trait belongs to the session and is stored on each of its events; other dimensions belong to single events. */
  readonly of: 'session' | 'event';
  /** Selects the events that have the dimension, if not all do. */
  readonly only?: Sql;
  /** Description of its filter in the API reference; without it there is no such filter. */
  readonly filter?: string;
}

/** All dimensions by name, which is also the name of the filter. */
export const dimensions = {
  referrer: { column: 'referrer', of: 'session', filter: 'Name of the referrer, or its host, such as Google' },
  channel: { column: 'channel', of: 'session', filter: 'Channel, such as Organic Search' },
  campaign: {
    column: 'campaign',
    of: 'session',
    filter: '`utm_campaign`; Unknown for links without it that have another tracking parameter',
  },
  campaignLink: {
    column: 'campaign_link',
    computed: campaignNameSql,
    of: 'session',
    filter: "Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email",
  },
  page: { column: 'path', of: 'event', filter: 'Path of the page, such as /pricing' },
  entryPage: { column: 'entry_path', of: 'session', filter: "Path of the session's first event" },
  country: { column: 'country', of: 'session', filter: 'Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown' },
  city: {
    column: 'city',
    of: 'session',
    filter: 'Name of the city, in any case and in any country; Unknown when unknown',
  },
  browser: { column: 'browser', of: 'session', filter: 'Name of the browser, such as Firefox' },
  os: { column: 'os', of: 'session', filter: 'Name or code of the operating system, such as macOS or macos' },
  device: { column: 'device', of: 'session', filter: 'desktop, mobile, tablet, tv, or other' },
  language: { column: 'language', of: 'session', filter: 'Language tag, such as en-US; und when unknown' },
  utmSource: { column: 'utm_source', of: 'session' },
  utmMedium: { column: 'utm_medium', of: 'session' },
  utmCampaign: { column: 'utm_campaign', of: 'session' },
  ref: { column: 'ref', of: 'session' },
  link: { column: 'link', of: 'event', only: sql`type = 'exit'` },
  event: { column: 'name', of: 'event', filter: 'Name of a custom event' },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;

/** Returns a dimension by its name. */
export const findDimension = (name: DimensionName): Dimension => dimensions[name];

/** Returns the name of a dimension's column. */
export const columnName = (name: DimensionName): string => dimensions[name].column;

/** Returns a dimension's column as SQL, or what computes it. */
export const columnSql = (name: DimensionName): Sql => findDimension(name).computed ?? trusted(columnName(name));

/** The dimensions that the interface can filter by. */
export type FilterName = {
  [Name in DimensionName]: (typeof dimensions)[Name] extends { readonly filter: string } ? Name : never;
}[DimensionName];

const isFilterName = (name: string): name is FilterName => 'filter' in dimensions[name as DimensionName];

export const filterNames = Object.keys(dimensions).filter(isFilterName);
