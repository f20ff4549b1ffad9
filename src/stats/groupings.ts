import { join, type Sql, sql } from '../clickhouse/sql.js';
import { campaignColumns } from './campaign-name.js';
import { dimensions } from './dimensions.js';

const { page: _, ...traits } = dimensions;

type TraitName = keyof typeof traits;

const byTrait = Object.fromEntries(
  Object.entries(traits).map(([name, { column }]) => [name, [column]]),
) as unknown as Readonly<Record<TraitName, readonly Sql[]>>;

/** What sessions are grouped by in `rollups`: the columns that make a row's key. */
export const groupings = {
  ...byTrait,
  channelSources: [traits.channel.column, traits.referrer.column],
  campaigns: campaignColumns,
  cities: [traits.city.column, traits.country.column],
} as const satisfies Record<string, readonly Sql[]>;

/** `page` is grouped by too, but of events, not of sessions. */
export type Grouping = keyof typeof groupings | 'page';

type SessionGrouping = keyof typeof groupings;

/** What a grouping groups events and sessions by. */
export const columnsOf = (grouping: Grouping): readonly Sql[] =>
  grouping === 'page' ? [dimensions.page.column] : groupings[grouping];

/** Whose days are as many rows as session days, nearly: only months of them are made. */
const monthlyGroupings: readonly Grouping[] = ['entryPage', 'cities'] satisfies readonly SessionGrouping[];

/** The groupings of sessions whose days have rows of their own. */
export const dailyGroupings = (Object.keys(groupings) as readonly SessionGrouping[]).filter(
  (grouping) => !monthlyGroupings.includes(grouping),
);

/** Whether days have rows in `rollups`; of other groupings only months have. */
export const isDaily = (grouping: Grouping): boolean => !monthlyGroupings.includes(grouping);

/** What may have so many values that looking for the largest first is quicker than uniting the visitors of each. */
export const manyKeyed: readonly Grouping[] = ['page', 'entryPage'];

/** The name of a grouping as a value of the column. It is a name of this program, never from outside. */
export const groupingName = (name: Grouping | 'carried'): Sql => ({ chunks: [`'${name}'`], parameters: [] });

/** A number in place of a key, which is quicker to compare. Two keys may share one. */
export const hashOf = (key: Sql): Sql => sql`cityHash64(${key})`;

/** The values of columns as the key of a row. */
export const keyOf = (columns: readonly Sql[]): Sql =>
  columns.length === 0
    ? sql`CAST([] AS Array(String))`
    : sql`[${join(
        columns.map((column) => sql`toString(${column})`),
        ', ',
      )}]`;
