import { type Sql, sql } from '../clickhouse/sql.js';

/** What events can be grouped and filtered by. */
export interface Dimension {
  readonly column: Sql;
  /** A trait belongs to the session and stands on each of its events; `page` is each event's own. */
  readonly of: 'session' | 'event';
}

const trait = (column: Sql): Dimension => ({ column, of: 'session' });

/** Every dimension under the name of the filter that chooses by it. */
export const dimensions = {
  referrer: trait(sql`referrer`),
  channel: trait(sql`channel`),
  campaign: trait(sql`campaign`),
  page: { column: sql`path`, of: 'event' },
  entryPage: trait(sql`entry_path`),
  country: trait(sql`country`),
  city: trait(sql`city`),
  browser: trait(sql`browser`),
  os: trait(sql`os`),
  device: trait(sql`device`),
  language: trait(sql`language`),
} as const satisfies Record<string, Dimension>;

export type FilterName = keyof typeof dimensions;

export const filterNames = Object.keys(dimensions) as readonly FilterName[];
