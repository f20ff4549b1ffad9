import { type Sql, sql, string, trusted } from '../clickhouse/sql.js';
import { nameOfLabel } from '../collect/steps/source.js';
import { campaignColumns, campaignLinkSql } from '../daily-visitors/campaign-link.js';
import { type Text, t } from '../lib/language/translate.js';
import { unicodeHost } from '../lib/unicode-host.js';
import { campaignTitle, countryName, deviceName, languageName, nameOrUnknown } from './names.js';
import * as spelling from './spelling.js';

/** A brand is a source, a browser or a system. */
export type IconKind = 'brand' | 'device' | 'country';

/** A dimension that statistics can be grouped and filtered by. */
export interface Dimension {
  /** In English, or a property's own name: {@link dimensionLabel} translates it. */
  readonly label: string;
  /** Its column in `events`; one of a session must be in `visits` and `sessions` too. */
  readonly column: string;
  /** Computes it from other columns, if no table has the column. */
  readonly computed?: Sql;
  /** Computes it from all events of a session, later ones than the range's too; `column` is its name then, and `source` the events. */
  readonly aggregate?: Sql;
  /** Whether it is a column of `events` alone, not of `visits`. */
  readonly isOnlyInEvents?: true;
  /** A trait belongs to the session and is stored on each of its events; other dimensions belong to single events. */
  readonly of: 'session' | 'event';
  /** Selects the events that have the dimension, if not all do. */
  readonly only?: Sql;
  /** Description of its filter in the API reference; without it there is no such filter. */
  readonly filter?: string;
  /** Formats a value for display; by default the stored value. */
  readonly display?: (value: string) => string;
  /** Of the icon before a value. */
  readonly icon?: IconKind;
  /** Whether values are codes whose names only `display` knows: a search then looks in the displayed names. */
  readonly isCode?: true;
  /** Normalizes a typed value to the collector's spelling. */
  readonly spell?: (typed: string) => string;
  /** Finds a typed value in the website's events if no list has it. */
  readonly stored?: spelling.StoredSpelling;
  /** The dimension that has its values, if no column does. */
  readonly storedAs?: 'page';
  /** Replaces a searched part by texts to look for. */
  readonly parts?: (part: string) => readonly string[];
}

/**
 * The path of the first or the last event that meets a condition, empty without one. Of events at one instant, the smallest or the
 * greatest path counts. A text of time and path is compared faster than a tuple.
 */
export function pathAt(aggregate: 'minIf' | 'maxIf', condition: Sql): Sql {
  const time = sql`reinterpretAsFixedString(byteSwap(toUInt64(toUnixTimestamp64Milli(time))))`;
  return sql`substring(${trusted(aggregate)}(concat(${time}, path), ${condition}), 9)`;
}

/** All dimensions by name, which is also the name of the filter. */
export const dimensions = {
  page: {
    label: 'Page',
    column: 'path',
    of: 'event',
    filter: 'Path of the page, such as /pricing',
    spell: spelling.path,
  },
  entryPage: {
    label: 'Entry page',
    column: 'entry_path',
    of: 'session',
    filter: "Path of the session's first event",
    spell: spelling.path,
  },
  exitPage: {
    label: 'Exit page',
    column: 'exit_path',
    aggregate: pathAt('maxIf', sql`type = 'pageview'`),
    isOnlyInEvents: true,
    of: 'session',
    spell: spelling.path,
    storedAs: 'page',
  },
  referrer: {
    label: 'Referrer',
    column: 'referrer',
    of: 'session',
    filter: 'Name of the referrer, or its host, such as Google',
    display: unicodeHost,
    icon: 'brand',
    spell: (typed) => nameOfLabel(typed) || typed,
    parts: spelling.hosts,
  },
  channel: {
    label: 'Channel',
    column: 'channel',
    of: 'session',
    filter: 'Channel, such as Organic Search',
    spell: spelling.channel,
  },
  campaign: {
    label: 'Campaign',
    column: 'campaign',
    of: 'session',
    filter: '`utm_campaign`; Unknown for links without it that have another tracking parameter',
    display: campaignTitle,
    spell: spelling.campaign,
  },
  campaignLink: {
    label: 'Campaign link',
    column: 'campaign_link',
    computed: campaignLinkSql(campaignColumns.map(trusted)),
    of: 'session',
    filter: "Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email",
    spell: spelling.campaignLink,
  },
  country: {
    label: 'Country',
    column: 'country',
    of: 'session',
    filter: 'Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown',
    display: countryName,
    icon: 'country',
    isCode: true,
    spell: spelling.country,
  },
  region: { label: 'Region', column: 'region', of: 'session', isOnlyInEvents: true },
  city: {
    label: 'City',
    column: 'city',
    of: 'session',
    filter: 'Name of the city, in any case and in any country; Unknown when unknown',
    display: nameOrUnknown,
    spell: spelling.unknownInEnglish,
    stored: spelling.storedCity,
  },
  language: {
    label: 'Language',
    column: 'language',
    of: 'session',
    filter: 'Language tag, such as en-US; und when unknown',
    display: languageName,
    isCode: true,
    spell: spelling.language,
  },
  browser: {
    label: 'Browser',
    column: 'browser',
    of: 'session',
    filter: 'Name of the browser, such as Firefox',
    display: nameOrUnknown,
    icon: 'brand',
    spell: spelling.browser,
    stored: spelling.storedBrowser,
  },
  browserVersion: { label: 'Browser version', column: 'browser_version', of: 'session', isOnlyInEvents: true },
  os: {
    label: 'OS',
    column: 'os',
    of: 'session',
    filter: 'Name or code of the operating system, such as macOS or macos',
    display: nameOrUnknown,
    icon: 'brand',
    spell: spelling.os,
    stored: spelling.storedOs,
  },
  osVersion: { label: 'OS version', column: 'os_version', of: 'session', isOnlyInEvents: true },
  device: {
    label: 'Device',
    column: 'device',
    of: 'session',
    filter: 'desktop, mobile, tablet, tv, or other',
    display: deviceName,
    icon: 'device',
    spell: spelling.device,
  },
  screen: {
    label: 'Screen',
    column: 'session_screen',
    // The session's first event alone has `sessions`.
    aggregate: sql`anyIf(screen, source.sessions = 1)`,
    isOnlyInEvents: true,
    of: 'session',
  },
  event: {
    label: 'Custom event',
    column: 'name',
    of: 'event',
    only: sql`type = 'custom'`,
    filter: 'Name of a custom event',
  },
  utmSource: { label: 'UTM source', column: 'utm_source', of: 'session' },
  utmMedium: { label: 'UTM medium', column: 'utm_medium', of: 'session' },
  utmCampaign: { label: 'UTM campaign', column: 'utm_campaign', of: 'session' },
  utmContent: { label: 'UTM content', column: 'utm_content', of: 'session', isOnlyInEvents: true },
  utmTerm: { label: 'UTM term', column: 'utm_term', of: 'session', isOnlyInEvents: true },
  ref: { label: 'Ref', column: 'ref', of: 'session' },
  link: { label: 'Link', column: 'link', of: 'event', only: sql`type = 'exit'` },
  hostname: { label: 'Hostname', column: 'hostname', of: 'event' },
  goal: { label: 'Goal', column: 'goal', of: 'event' },
  website: { label: 'Website', column: 'website_id', of: 'session' },
} as const satisfies Record<string, Dimension & { readonly label: Text }>;

/** A property of custom events, such as `property:plan`. Its values are JSON: `404` and `"404"` differ. */
export type PropertyName = `property:${string}`;

export type DimensionName = keyof typeof dimensions | PropertyName;

const PROPERTY = /^property:(.+)$/s;

/** The JSON of a property; empty without it, and for an empty text, which is a missing value as in every dimension. */
function propertySql(property: string): Sql {
  const json = sql`JSONExtractRaw(props, ${string(property)})`;
  return sql`if(${json} = '""', '', ${json})`;
}

/** Undefined for the name of another dimension. */
export const propertyName = (dimension: string): string | undefined => PROPERTY.exec(dimension)?.[1];

export function findDimension(name: DimensionName): Dimension {
  const property = propertyName(name);
  if (property === undefined) return dimensions[name as keyof typeof dimensions];
  return {
    label: property,
    column: 'props',
    computed: propertySql(property),
    isOnlyInEvents: true,
    of: 'event',
    only: sql`type = 'custom'`,
  };
}

/** A property has its own name. */
export const dimensionLabel = (name: DimensionName): string =>
  propertyName(name) ?? t(dimensions[name as keyof typeof dimensions].label);

export const columnName = (name: DimensionName): string => findDimension(name).column;

export const columnSql = (name: DimensionName): Sql => findDimension(name).computed ?? trusted(columnName(name));

export const displayValue = (name: DimensionName, value: string): string =>
  findDimension(name).display?.(value) ?? value;

export const toParts = (name: DimensionName, part: string): readonly string[] =>
  findDimension(name).parts?.(part) ?? [part];

/** Dimensions that the API can filter by. */
export type FilterName = {
  [Name in keyof typeof dimensions]: (typeof dimensions)[Name] extends { readonly filter: string } ? Name : never;
}[keyof typeof dimensions];

export const isFilterName = (name: string): name is FilterName =>
  Object.hasOwn(dimensions, name) && 'filter' in dimensions[name as keyof typeof dimensions];

export const filterNames = Object.keys(dimensions).filter(isFilterName);

/** Dimensions that the dashboard filters by: those of the API's parameters, and others that its queries have. */
export const viewDimensions = [
  ...filterNames,
  'region',
  'exitPage',
  'hostname',
  'screen',
  'browserVersion',
  'osVersion',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
] as const;

export type ViewDimension = (typeof viewDimensions)[number];
