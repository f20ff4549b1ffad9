import { integer, join, type Parameter, type Sql, sql, string, trusted } from '../clickhouse/sql.js';
import { campaignColumns } from './campaign-name.js';
import { dimensions, type FilterName } from './dimensions.js';
import { type Filters, onlyFilter } from './question.js';

const { page: _, ...traits } = dimensions;

type TraitName = keyof typeof traits;

/** One trait of the session each, which a filter can choose by. */
const byTrait = Object.fromEntries(
  Object.entries(traits).map(([name, { column }]) => [name, [column]]),
) as unknown as Readonly<Record<TraitName, readonly Sql[]>>;

/** What sessions are grouped by in `daily_visitors`: the columns that make a row's key. */
export const groupings = {
  all: [],
  ...byTrait,
  channelSources: [traits.channel.column, traits.referrer.column],
  campaigns: campaignColumns,
  cities: [traits.city.column, traits.country.column],
} as const satisfies Record<string, readonly Sql[]>;

export type SessionGrouping = keyof typeof groupings;

/** `page` is grouped by too, but of events, not of sessions. */
export type Grouping = SessionGrouping | 'page';

/** What a grouping groups events and sessions by. */
export const columnsOf = (grouping: Grouping): readonly Sql[] =>
  grouping === 'page' ? [dimensions.page.column] : groupings[grouping];

/** The groupings of sessions by what a filter chooses by. */
export const filterGroupings = Object.keys(byTrait) as readonly TraitName[];

/** The name of a grouping as a value of the column. It is a name of this program, never from outside. */
export const groupingName = (name: Grouping): Sql => trusted(`'${name}'`);

/** The values of columns as the key of a row. */
export const keyOf = (columns: readonly Sql[]): Sql =>
  columns.length === 0
    ? sql`CAST([] AS Array(String))`
    : sql`[${join(
        columns.map((column) => sql`toString(${column})`),
        ', ',
      )}]`;

/** The rows of what no filter or a single one chooses: of everybody, or of its value. */
export const isOfAtMostOne = (filters: Filters): Sql => isOfGrouping(onlyFilter(filters) ?? 'all', filters);

/** What a filter that is there asks for. */
export const askedValue = (only: FilterName, filters: Filters): Parameter => string(filters[only] ?? '');

/** The rows of the value that a filter asks for, where each grouping has one column. */
export const isOfValue = (only: FilterName, filters: Filters): Sql =>
  sql`grouping = ${groupingName(only)} AND value = ${askedValue(only, filters)}`;

/** The rows of a grouping; of a single filter those with its value in their key. */
export function isOfGrouping(grouping: Grouping, filters: Filters): Sql {
  const only = onlyFilter(filters);
  const isNamed = sql`grouping = ${groupingName(grouping)}`;
  if (only === undefined) return isNamed;
  const value = askedValue(only, filters);
  return only === grouping
    ? sql`${isNamed} AND key = [${value}]`
    : sql`${isNamed} AND key[${integer(placeInKey(grouping, only))}] = ${value}`;
}

/** Where a filter's column stands in a grouping's key, as the engine counts: the first is 1, and 0 is none. */
export const placeInKey = (grouping: Grouping, filter: FilterName): number =>
  columnsOf(grouping).indexOf(dimensions[filter].column) + 1;
