import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { columnSql, type DimensionName } from './dimensions.js';
import { all, type Filter, filterSql } from './filters.js';
import { sourceFor } from './plan.js';
import type { Metric, StatsQuery } from './query.js';

/** The grouping, metrics and order of a breakdown. */
export interface Breakdown {
  /** The dimensions of a row's key. */
  readonly dimensions: readonly [DimensionName, ...DimensionName[]];
  /** The metrics; the first one orders the rows, largest first. */
  readonly metrics: readonly [Metric, ...Metric[]];
  /** Selects the groups that become rows, by their `key` or their metrics. The total still includes all chosen events. */
  readonly rows?: Sql;
  /** Orders rows of equal metrics before their key. By default, only the key does. */
  readonly nameSql?: Sql;
}

/** Selects a part of the rows. */
export interface RowChoice {
  /** Undefined for all. */
  readonly limit?: number | undefined;
  readonly offset?: number;
  /** A filter on the dimensions, which does not change the total. */
  readonly search?: Filter | undefined;
  /** Whether the total is counted too, which is the default. */
  readonly withTotal?: boolean;
}

/** A row: its key in the order of the dimensions, and its metrics. Metrics that were not requested are 0. */
export interface BreakdownRow {
  readonly key: readonly string[];
  readonly figures: Readonly<Record<Metric, number>>;
}

export interface BreakdownAnswer {
  /** The first metric over all chosen events: for visitors, exactly the `totalVisitors` of `main`. 0 if it was not counted. */
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
  events: figure,
});

type Row = z.infer<typeof row>;

const pageRow = row.extend({ total: z.coerce.number(), found: z.coerce.number() });

/**
 * Queries the rows, and the total in the same pass.
 *
 * @param name of the query, for ClickHouse's query log
 */
export async function breakDown(
  clickhouse: ClickHouse,
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: Pick<RowChoice, 'limit' | 'withTotal'>,
): Promise<BreakdownAnswer> {
  const found = await clickhouse.query(breakdownQuery(query, name, breakdown, choice));
  return {
    total: found.find(isTotal)?.[breakdown.metrics[0]] ?? 0,
    rows: found.filter((each) => !isTotal(each)).map(toBreakdownRow),
  };
}

/** Queries rows and total, and yields the rows in batches. There is always a first batch, and each one has the total. */
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
    yield { total, rows: batch.filter((each) => !isTotal(each)).map(toBreakdownRow) };
  }
  if (total === undefined) yield { total: 0, rows: [] };
}

/** Queries a page of the rows, and the number of rows on all pages. For a page beyond the last one, `found` is 0. */
export async function breakDownPage(
  clickhouse: ClickHouse,
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: RowChoice & { readonly limit: number },
): Promise<BreakdownAnswer & { readonly found: number }> {
  const rows = await clickhouse.query(pageQuery(query, name, breakdown, choice));
  return { total: rows[0]?.total ?? 0, found: rows[0]?.found ?? 0, rows: rows.map(toBreakdownRow) };
}

const isTotal = ({ is_total }: Row): boolean => is_total === 1;

const toBreakdownRow = ({ key, visitors, pageviews, clicks, events }: Row): BreakdownRow => ({
  key,
  figures: { visitors, pageviews, clicks, events },
});

/** Builds the query of all rows. The total comes first. */
export const breakdownQuery = (
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  choice: Pick<RowChoice, 'limit' | 'search' | 'withTotal'>,
): Query<Row> => ({
  name,
  row,
  sql: sql`${groups(query, breakdown, choice)}
ORDER BY is_total DESC, ${orderBy(breakdown)}${
    choice.limit === undefined
      ? sql``
      : sql`
LIMIT ${integer(choice.limit + (choice.withTotal === false ? 0 : 1))}`
  }`,
});

function pageQuery(
  query: StatsQuery,
  name: string,
  breakdown: Breakdown,
  { limit, offset = 0, search }: RowChoice & { readonly limit: number },
): Query<z.infer<typeof pageRow>> {
  const first = metricAlias(breakdown.metrics[0]);
  return {
    name,
    row: pageRow,
    sql: sql`SELECT * FROM (
  SELECT *, max(is_total * ${first}) OVER () AS total, count() OVER () - 1 AS found
  FROM (
${groups(query, breakdown, { search })}
  )
)
WHERE is_total = 0
ORDER BY ${orderBy(breakdown)}
LIMIT ${integer(limit)} OFFSET ${integer(offset)}`,
  };
}

/** Selects a row for each group, and one for the total. TRICKY: an alias with the name of a column would replace it in filters. */
function groups(
  query: StatsQuery,
  { dimensions, metrics, nameSql, rows }: Breakdown,
  { search, withTotal = true }: Pick<RowChoice, 'search' | 'withTotal'>,
): Sql {
  const demand = { ...query, dimensions, metrics, depths: withTotal ? [dimensions.length, 0] : [dimensions.length] };
  const source = sourceFor(demand);
  const { depth, by } = source.groups(demand);
  const figures = source.metrics(demand);
  const columns = [
    ...metrics.map((metric) => sql`${figures[metric]} AS ${metricAlias(metric)}`),
    ...(nameSql === undefined ? [] : [sql`${nameSql} AS row_name`]),
  ];
  const wanted = [...(rows === undefined ? [] : [rows]), ...(search === undefined ? [] : [filterSql(search)])];
  return sql`SELECT ${depth} = 0 AS is_total, ${groupKey(dimensions.map(columnSql))} AS key, ${join(columns, ', ')}
FROM ${source.rows(demand)}
GROUP BY ${by}${
    wanted.length === 0
      ? sql``
      : sql`
HAVING is_total = 1 OR ${all(wanted)}`
  }`;
}

const orderBy = ({ metrics, nameSql }: Breakdown): Sql =>
  sql`${metricAlias(metrics[0])} DESC${nameSql === undefined ? sql`` : sql`, row_name`}, key`;

const groupKey = (columns: readonly Sql[]): Sql =>
  sql`[${join(
    columns.map((column) => sql`toString(${column})`),
    ', ',
  )}]`;

/** Returns a metric's column name in the result. */
const metricAlias = (metric: Metric): Sql => trusted(metric);
