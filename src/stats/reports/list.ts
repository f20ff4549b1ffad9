import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Text } from '../../lib/language/translate.js';
import { percentageOfTotal } from '../../lib/rounding.js';
import { answerInBatches, answerPage } from '../answer.js';
import type { IconKind } from '../dimensions.js';
import type { Filter } from '../filters.js';
import { metricValue } from '../metrics.js';
import type { Answer, Row, RowFilters, Scope, StatsQuery } from '../query.js';
import { addEarlier, answerCompared, isReadApart } from './earlier.js';

/** Stored values of a row's dimensions. */
export type Key = Row['key'];

/** A list of rows: its path, its query, and how its rows are displayed. */
export interface List {
  readonly path: string;
  readonly title: Text;
  /** Of the link to the whole list, and of the field that searches it. */
  readonly texts: { readonly all: Text; readonly search: Text };
  /** Texts for a list without rows; by default those about visitors. */
  readonly empty?: { readonly filtered: Text; readonly unfiltered: Text };
  readonly by: Pick<
    StatsQuery,
    | 'dimensions'
    | 'metrics'
    | 'skipsMissing'
    | 'having'
    | 'nameSql'
    | 'goal'
    | 'comparison'
    | 'keepsEarlier'
    | 'order'
    | 'thenBy'
  >;
  /** Heading of the column of names. */
  readonly column: Text;
  /** Heading of the column of details, if rows have them. */
  readonly detailColumn?: Text;
  /** Headings of the file cells that replace name and detail, if rows have any. */
  readonly fileColumns?: readonly string[];
  /** The list's second metric: headings of its column, short and long, and the text of a row's value. */
  readonly second?: { readonly short: Text; readonly long: Text; readonly count: Text };
  readonly show: (key: Key) => ShownName;
  /** Returns a filter that finds a text in ClickHouse; without it, the names are searched in memory. */
  readonly search?: (text: string) => Filter;
  readonly endpoint?: ListEndpoint;
}

/** A list as an endpoint. */
export interface ListEndpoint {
  /** Its name, if it differs from the list's title. */
  readonly title?: string;
  /** Describes the list and one of its rows. */
  readonly summary: string;
  /** The names of the two fields of the response. */
  readonly fields: readonly [items: string, total: string];
  /** The fields that name a row; its metrics and its `percentage` follow them. */
  readonly named: Readonly<Record<string, { readonly type: z.ZodType; readonly read: (key: Key) => string | null }>>;
}

/** A row's name for display. */
export interface ShownName {
  readonly name: string;
  /** Shown before the name: a brand's icon by its name, a kind of device, or a country's flag by its code. */
  readonly icon?: { readonly kind: IconKind; readonly name: string };
  /** Distinguishes rows of the same name. */
  readonly detail?: string;
  /** File cells that replace name and detail. */
  readonly cells?: readonly string[];
  /** Filters that select the row; a row without filters cannot be selected. */
  readonly filters?: RowFilters;
}

/** A row with its share of the total by the first metric, 0 to 100. */
export type ListRow = Row & { readonly percentage: number };

/** Rows of a list, and the total, which includes events outside of all rows. */
export interface ListAnswer {
  readonly rows: readonly ListRow[];
  readonly total: number;
}

interface RowChoice {
  readonly limit?: number | undefined;
  /** Filters rows by their dimensions, without changing the total. */
  readonly search?: Filter | undefined;
}

type Listed = Pick<List, 'path' | 'by'>;

/** Makes a list's query count the conversions of a goal. */
export const conversionQuery = (goal: Filter): Pick<StatsQuery, 'metrics' | 'thenBy' | 'goal'> => ({
  metrics: ['conversions', 'visitors', 'goalConversionRate'],
  thenBy: 'visitors',
  goal,
});

export const listQuery = ({ path, by }: Listed, scope: Scope, choice: RowChoice): StatsQuery => ({
  ...scope,
  ...by,
  ...choice,
  name: `stats/${path}`,
  levels: [by.dimensions?.length ?? 0, 0],
});

/** For a list by visitors whose total is known. */
export const rowsQuery = ({ path, by }: Listed, scope: Scope, limit: number): StatsQuery => ({
  ...scope,
  ...by,
  limit,
  name: `stats/${path}`,
});

export const readList = async (
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed,
  limit: number | undefined,
): Promise<ListAnswer> => toListAnswer(list, await answerCompared(clickhouse, listQuery(list, scope, { limit })));

/** Yields at least one batch of all rows, or of those that match a search. */
export async function* readWholeList(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed,
  choice: RowChoice = {},
): AsyncGenerator<ListAnswer> {
  for await (const batch of answerInBatches(clickhouse, listQuery(list, scope, choice)))
    yield toListAnswer(list, batch);
}

/** `found` counts the rows on all pages; it is 0 for a page beyond the last one. */
export async function readListPage(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed,
  { offset, ...choice }: RowChoice & { readonly limit: number; readonly offset: number },
): Promise<ListAnswer & { readonly found: number }> {
  const query = listQuery(list, scope, choice);
  const isApart = isReadApart(query);
  const page = await answerPage(clickhouse, isApart ? { ...query, comparison: undefined } : query, offset);
  const rows = isApart ? await addEarlier(clickhouse, query, page.rows) : page.rows;
  return { total: page.total, rows: withShares(list, rows, page.total), found: page.found };
}

function toListAnswer(list: Listed, { total, rows }: Answer): ListAnswer {
  const all = metricValue(list.by.metrics[0], total.now);
  return { total: all, rows: withShares(list, rows, all) };
}

/** The share is of `total`, by the first metric. */
export const withShares = ({ by }: Listed, rows: readonly Row[], total: number): readonly ListRow[] =>
  rows.map((row) => ({ ...row, percentage: percentageOfTotal(metricValue(by.metrics[0], row.now), total) }));
