import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Text } from '../../lib/language/translate.js';
import { percentage } from '../../lib/rounding.js';
import { answer, answerInBatches, answerPage } from '../answer.js';
import type { Filter } from '../filters.js';
import { type Facts, metricValue } from '../metrics.js';
import type { Answer, Row, RowFilters, Scope, StatsQuery } from '../query.js';

/** A list of rows: its path, its query, and how its rows are displayed. */
export interface Breakdown<Named extends object = object> {
  readonly path: string;
  readonly title: Text;
  readonly by: Pick<
    StatsQuery,
    'dimensions' | 'metrics' | 'skipsMissing' | 'having' | 'nameSql' | 'goal' | 'comparison' | 'order' | 'thenBy'
  >;
  readonly name: (key: readonly string[]) => Named;
  /** Heading of the column of names. */
  readonly column: Text;
  /** Heading of the column of details, if rows have them. */
  readonly detailColumn?: Text;
  /** Headings of the file cells that replace name and detail, if rows have any. */
  readonly fileColumns?: readonly string[];
  /** The list's second metric: headings of its column, short and long, and the text of a row's value. */
  readonly second?: { readonly short: Text; readonly long: Text; readonly count: Text };
  show(named: Named): ShownName;
  /** Returns a filter that finds a text in ClickHouse; without it, the names are searched in memory. */
  readonly search?: (text: string) => Filter;
}

/** A breakdown that has an endpoint, named by its title. */
export interface List<Named extends object = object> extends Breakdown<Named> {
  /** The endpoint's name, if it differs from `title`. */
  readonly endpoint?: string;
  /** Describes the list and one of its rows. */
  readonly summary: string;
  /** The names of the two fields of the response. */
  readonly fields: readonly [items: string, total: string];
  /** The fields that name a row; its metrics and its `percentage` follow them. */
  readonly named: z.ZodObject<{ readonly [Field in keyof Named]: z.ZodType<Named[Field]> }>;
}

/** A row's name for display. */
export interface ShownName {
  readonly name: string;
  /** Shown before the name: a brand's icon by its name, a kind of device, or a country's flag by its code. */
  readonly icon?: { readonly kind: 'brand' | 'device' | 'country'; readonly name: string };
  /** Distinguishes rows of the same name. */
  readonly detail?: string;
  /** File cells that replace name and detail. */
  readonly cells?: readonly string[];
  /** Filters that select the row; a row without filters cannot be selected. */
  readonly filters?: RowFilters;
}

/** A row of a list: its named fields, its facts, and its share of the total by the first metric, 0 to 100. */
export interface ListRow<Named extends object> {
  readonly named: Named;
  readonly facts: Facts;
  /** Of the comparison, if the list has one. */
  readonly before: Facts;
  readonly percentage: number;
}

/** Rows of a list, and the total, which includes events outside of all rows. */
interface ListAnswer<Named extends object> {
  readonly rows: readonly ListRow<Named>[];
  readonly total: number;
}

interface RowChoice {
  readonly limit?: number | undefined;
  /** Filters rows by their dimensions, without changing the total. */
  readonly search?: Filter | undefined;
}

type Listed<Named extends object> = Pick<Breakdown<Named>, 'path' | 'by' | 'name'>;

export const listQuery = (
  { path, by }: Pick<Breakdown, 'path' | 'by'>,
  scope: Scope,
  choice: RowChoice,
): StatsQuery => ({
  ...scope,
  ...by,
  ...choice,
  name: `stats/${path}`,
  levels: [by.dimensions?.length ?? 0, 0],
});

/** For a list by visitors whose total is known. */
export const rowsQuery = ({ path, by }: Pick<Breakdown, 'path' | 'by'>, scope: Scope, limit: number): StatsQuery => ({
  ...scope,
  ...by,
  limit,
  name: `stats/${path}`,
});

export const readList = async <Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  limit: number | undefined,
): Promise<ListAnswer<Named>> => toListAnswer(list, await answer(clickhouse, listQuery(list, scope, { limit })));

/** Yields at least one batch of all rows, or of those that match a search. */
export async function* readWholeList<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  choice: RowChoice = {},
): AsyncGenerator<ListAnswer<Named>> {
  for await (const batch of answerInBatches(clickhouse, listQuery(list, scope, choice)))
    yield toListAnswer(list, batch);
}

/** `found` counts the rows on all pages; it is 0 for a page beyond the last one. */
export async function readListPage<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  { offset, ...choice }: RowChoice & { readonly limit: number; readonly offset: number },
): Promise<ListAnswer<Named> & { readonly found: number }> {
  const { rows, total, found } = await answerPage(clickhouse, listQuery(list, scope, choice), offset);
  return { total, rows: nameRows(list, rows, total), found };
}

function toListAnswer<Named extends object>(list: Listed<Named>, { total, rows }: Answer): ListAnswer<Named> {
  const all = metricValue(list.by.metrics[0], total.now);
  return { total: all, rows: nameRows(list, rows, all) };
}

/** The share is of `total`, by the first metric. */
export const nameRows = <Named extends object>(
  { by: { metrics }, name }: Listed<Named>,
  rows: readonly Row[],
  total: number,
): readonly ListRow<Named>[] =>
  rows.map(({ key, now, before }) => ({
    named: name(key),
    facts: now,
    before,
    // A row's visitors may be an estimate that exceeds the exact total.
    percentage: percentage(Math.min(metricValue(metrics[0], now), total), total),
  }));
