import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { columnOf, type DimensionName } from './dimensions.js';
import { all, type Filter, filterSql } from './filters.js';
import { sourceFor } from './plan.js';
import type { Metric, StatsQuery } from './query.js';

/** What a breakdown groups by, what it counts and in which order. */
export interface Breakdown {
  /** What makes a row's key. */
  readonly dimensions: readonly [DimensionName, ...DimensionName[]];
  /** What is counted; the first decides the order, largest first. */
  readonly metrics: readonly [Metric, ...Metric[]];
  /** Which groups are rows, by their `key`; the total is over all chosen events all the same. */
  readonly rows?: Sql;
  /** How equals are ordered before their key, which alone orders them when missing. */
  readonly nameOf?: Sql;
}

/** Which of the rows are wanted. */
export interface RowChoice {
  /** Undefined for all. */
  readonly limit?: number | undefined;
  readonly offset?: number;
  /** A filter by the dimensions, which leaves the total as it is. */
  readonly search?: Filter | undefined;
}

/** One row: its key in the order of the dimensions, and its figures; what is not counted is 0. */
export interface BreakdownRow {
  readonly key: readonly string[];
  readonly figures: Readonly<Record<Metric, number>>;
}

export interface BreakdownAnswer {
  /** The first metric over all chosen events: for visitors the very `totalVisitors` of `main`. */
  readonly total: number;
  readonly rows: readonly BreakdownRow[];
}

const figure = z.coerce.number().default(0);

const row = z.object({
  is_total: z.coerce.number(),
  key: z.array(z.string()),
  visitors: figure,
  pageviews: figure,
  clicks: figure,
});

type Row = z.infer<typeof row>;

const pageRow = row.extend({ total: z.coerce.number(), found: z.coerce.number() });

/**
 * Asks for rows and total in one pass.
 *
 * @param name of the query, for ClickHouse's query log
 */
export async function breakDown(
  clickhouse: ClickHouse,
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: Pick<RowChoice, 'limit'>,
): Promise<BreakdownAnswer> {
  const found = await clickhouse.query(breakdownQuery(query, name, breakdown, choice));
  return {
    total: found.find(isTotal)?.[breakdown.metrics[0]] ?? 0,
    rows: found.filter((each) => !isTotal(each)).map(rowOf),
  };
}

/** Asks for rows and total, and hands over the rows in batches: there is always a first batch, and each has the total. */
export async function* breakDownInBatches(
  clickhouse: ClickHouse,
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: Pick<RowChoice, 'limit' | 'search'>,
): AsyncGenerator<BreakdownAnswer> {
  let total: number | undefined;
  for await (const batch of clickhouse.stream(breakdownQuery(query, name, breakdown, choice))) {
    total ??= batch.find(isTotal)?.[breakdown.metrics[0]] ?? 0;
    yield { total, rows: batch.filter((each) => !isTotal(each)).map(rowOf) };
  }
  if (total === undefined) yield { total: 0, rows: [] };
}

/** Asks for a page of the rows, and how many there are on all pages. Of a page that there is none of, `found` is 0. */
export async function breakDownPage(
  clickhouse: ClickHouse,
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: RowChoice & { readonly limit: number },
): Promise<BreakdownAnswer & { readonly found: number }> {
  const rows = await clickhouse.query(pageQuery(query, name, breakdown, choice));
  return { total: rows[0]?.total ?? 0, found: rows[0]?.found ?? 0, rows: rows.map(rowOf) };
}

const isTotal = ({ is_total }: Row): boolean => is_total === 1;

const rowOf = ({ key, visitors, pageviews, clicks }: Row): BreakdownRow => ({
  key,
  figures: { visitors, pageviews, clicks },
});

/** The total comes first. */
export const breakdownQuery = (
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  { limit, search }: Pick<RowChoice, 'limit' | 'search'>,
): Query<Row> => ({
  name,
  row,
  sql: sql`${groups(query, breakdown, search)}
ORDER BY is_total DESC, ${orderOf(breakdown)}${
    limit === undefined
      ? sql``
      : sql`
LIMIT ${integer(limit + 1)}`
  }`,
});

function pageQuery(
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  { limit, offset = 0, search }: RowChoice & { readonly limit: number },
): Query<z.infer<typeof pageRow>> {
  const first = nameOfMetric(breakdown.metrics[0]);
  return {
    name,
    row: pageRow,
    sql: sql`SELECT * FROM (
  SELECT *, max(is_total * ${first}) OVER () AS total, count() OVER () - 1 AS found
  FROM (
${groups(query, breakdown, search)}
  )
)
WHERE is_total = 0
ORDER BY ${orderOf(breakdown)}
LIMIT ${integer(limit)} OFFSET ${integer(offset)}`,
  };
}

/** A row for each group, and one for the total. */
function groups(query: StatsQuery, { dimensions, metrics, nameOf, rows }: Breakdown, search: Filter | undefined): Sql {
  const demand = { ...query, dimensions, metrics, depths: [dimensions.length, 0] };
  const source = sourceFor(demand);
  const { depth, by } = source.groups(demand);
  const figures = source.metrics(demand);
  const columns = [
    ...metrics.map((metric) => sql`${figures[metric]} AS ${nameOfMetric(metric)}`),
    ...(nameOf === undefined ? [] : [sql`${nameOf} AS name`]),
  ];
  const wanted = [...(rows === undefined ? [] : [rows]), ...(search === undefined ? [] : [filterSql(search)])];
  return sql`SELECT ${depth} = 0 AS is_total, ${keyOf(dimensions.map(columnOf))} AS key, ${join(columns, ', ')}
FROM ${source.rows(demand)}
GROUP BY ${by}${
    wanted.length === 0
      ? sql``
      : sql`
HAVING is_total = 1 OR ${all(wanted)}`
  }`;
}

const orderOf = ({ metrics, nameOf }: Breakdown): Sql =>
  sql`${nameOfMetric(metrics[0])} DESC${nameOf === undefined ? sql`` : sql`, name`}, key`;

const keyOf = (columns: readonly Sql[]): Sql =>
  sql`[${join(
    columns.map((column) => sql`toString(${column})`),
    ', ',
  )}]`;

/** What a metric is called in the answer. */
const nameOfMetric = (metric: Metric): Sql => trusted(metric);
