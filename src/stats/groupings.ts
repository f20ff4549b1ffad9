import { integer, join, type Parameter, type Sql, sql, string, trusted } from '../clickhouse/sql.js';
import { campaignColumns } from './campaign-name.js';
import { dimensions, type FilterName } from './dimensions.js';
import { type Filters, isFiltered, onlyFilter } from './question.js';

const { page: _, ...traits } = dimensions;

type TraitName = keyof typeof traits;

/** One trait of the session each, which a filter can choose by. */
const byTrait = Object.fromEntries(
  Object.entries(traits).map(([name, { column }]) => [name, [column]]),
) as unknown as Readonly<Record<TraitName, readonly Sql[]>>;

/** What some lists group by, of whose rows each has several traits. */
const byTraits = {
  campaigns: campaignColumns,
  cities: [traits.city.column, traits.country.column],
} as const satisfies Record<string, readonly Sql[]>;

/** Traits of few values each: of two of these, or of one and what a row of a list has, there are not many more. */
const ofFewValues = [
  'channel',
  'country',
  'browser',
  'os',
  'device',
  'language',
] as const satisfies readonly TraitName[];

type OfFewValues = (typeof ofFewValues)[number];
type Paired = OfFewValues | keyof typeof byTraits;

const paired: Readonly<Record<Paired, readonly Sql[]>> = { ...byTrait, ...byTraits };

/** Two together: lists by the one with a filter by the other. What a filter chooses comes first in long keys, and stands together. */
const pairs = Object.fromEntries(
  ofFewValues.flatMap((filter, index) => {
    const { column } = traits[filter];
    const others: readonly Paired[] = ['campaigns', 'cities', ...ofFewValues.slice(0, index)];
    return others
      .filter((other) => !paired[other].includes(column))
      .map((other) => [`${filter}+${other}`, [column, ...paired[other]]]);
  }),
) as unknown as Readonly<Record<`${OfFewValues}+${Paired}`, readonly Sql[]>>;

/** What sessions are grouped by in `daily_visitors`: the columns that make a row's key. */
export const groupings = {
  all: [],
  ...byTrait,
  channelSources: [traits.channel.column, traits.referrer.column],
  ...byTraits,
  ...pairs,
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
    : sql`${isNamed} AND key[${placeInKey(grouping, dimensions[only].column)}] = ${value}`;
}

/**
 * What a list is grouped by together with what its only filter chooses by: the list's own grouping where there is no filter, or
 * where its keys say that already. Undefined where nothing is grouped so, and of several filters.
 */
export function groupingWith(grouping: Grouping, filters: Filters): Grouping | undefined {
  const only = onlyFilter(filters);
  if (only === undefined) return isFiltered(filters) ? undefined : grouping;
  const both = new Set([...columnsOf(grouping), dimensions[only].column]);
  if (both.size === columnsOf(grouping).length) return grouping;
  const names = Object.keys(groupings) as readonly SessionGrouping[];
  return names.find(
    (name) => groupings[name].length === both.size && groupings[name].every((column) => both.has(column)),
  );
}

/** What a list's rows are named by, of the key of a grouping that has more. */
export const keyWithin = (grouping: Grouping, key: Sql, list: Grouping): Sql =>
  sql`[${join(
    columnsOf(list).map((column) => sql`${key}[${placeInKey(grouping, column)}]`),
    ', ',
  )}]`;

/** Where a column stands in a grouping's key, as the engine counts: from 1 on. */
const placeInKey = (grouping: Grouping, column: Sql) => integer(columnsOf(grouping).indexOf(column) + 1);
