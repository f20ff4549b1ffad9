import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, sql, trusted } from '../../clickhouse/sql.js';
import { findDimension } from '../dimensions.js';
import { listFacts } from '../metrics.js';
import { isBySession, selectParts } from '../sources/branches.js';
import { selectedRow } from '../sources/source.js';
import { type Plan, toMetrics } from './plan-rows.js';
import { isRowMetric } from './row-metrics.js';
import { isAfter, orderColumns, type RowPosition } from './row-order.js';
import type { RowsQuery } from './rows-query.js';

/** A row as ClickHouse returns it. */
export const foundRow = selectedRow.extend({
  at: z.coerce.number().default(0),
  has_before: z.coerce.number().default(0),
  sort: z.array(z.string()).default([]),
  found: z.coerce.number().default(0),
});

export type FoundRow = z.infer<typeof foundRow>;

/** Each part has the values of all rows. With more rows on a page, most sessions are in one of them. */
const MAX_VALUES = 1_000;

/** At most as many as the limit. */
interface FoundRows {
  readonly found: readonly FoundRow[];
  readonly hasMore: boolean;
}

/** With more visitors or events in a page's rows, looking their sessions up takes longer than grouping all. */
const MAX_LOOKED_UP = 100_000;

/**
 * Counting sessions by values of their events takes longest. Unless a metric of sessions orders the rows, the values of the
 * page's rows are found first, and only these are counted.
 */
export async function findRows(
  clickhouse: ClickHouse,
  query: RowsQuery,
  plan: Plan,
  choice: Choice & { readonly limit: number },
): Promise<FoundRows> {
  const byEvent = plan.dimensions.filter((name) => name !== 'goal' && findDimension(name).of === 'event');
  const order = planOrder(query, plan);
  const isFoundFirst =
    byEvent.length > 0 &&
    choice.limit * plan.parts.length <= MAX_VALUES &&
    plan.facts.some(isBySession) &&
    !order.facts.some(isBySession);
  const first = await clickhouse.query(foundRowsStatement(query, isFoundFirst ? order : plan, choice));
  // Of the first statement: meanwhile a row may have moved to an earlier page.
  const hasMore = first.length === choice.limit;
  if (!isFoundFirst || first.length === 0) return { found: first, hasMore };
  const rowValues = new Map(
    byEvent.map((name) => [name, [...new Set(first.map(({ key }) => key[plan.dimensions.indexOf(name)]!))]]),
  );
  const counted = order.facts.findIndex((fact) => fact === 'visitors' || fact === 'pageviews' || fact === 'events');
  const found = first.reduce((sum, { facts }) => sum + (facts[counted] ?? Number.POSITIVE_INFINITY), 0);
  const hasFewSessions = found <= MAX_LOOKED_UP;
  const parts = plan.parts.map((part) => ({ ...part, query: { ...part.query, rowValues, hasFewSessions } }));
  const rows = await clickhouse.query(foundRowsStatement(query, { ...plan, parts }, choice));
  return { found: rows.map((row) => ({ ...row, found: first[0]!.found })), hasMore };
}

/** Rows with the metrics that order them alone, from the tables that have all metrics. */
function planOrder(query: RowsQuery, plan: Plan): Plan {
  const names = query.orderBy.map(({ by }) => by).filter(isRowMetric);
  const metrics = toMetrics(query, names.length === 0 ? ['events'] : names);
  const parts = plan.parts.filter(({ isBefore }) => !isBefore);
  return {
    ...plan,
    facts: listFacts(metrics),
    parts: parts.map((part) => ({ ...part, query: { ...part.query, metrics } })),
  };
}

interface Choice {
  readonly limit?: number;
  readonly after?: RowPosition | undefined;
}

/** Rows of all parts in the query's order. */
export function foundRowsStatement(query: RowsQuery, plan: Plan, { limit, after }: Choice): Query<FoundRow> {
  const order = orderColumns(query, plan);
  const metricsSql = order.flatMap(({ isMetric, column }) => (isMetric ? [sql`toString(${column})`] : []));
  const by = order.map(({ column, direction }) => sql`${column} ${trusted(direction === 'asc' ? 'ASC' : 'DESC')}`);
  return {
    name: 'stats/query',
    row: foundRow,
    sql: sql`SELECT *${metricsSql.length === 0 ? sql`` : sql`, [${join(metricsSql, ', ')}] AS sort`}
FROM (
SELECT *${query.include.has('totalRows') ? sql`, count() OVER () AS found` : sql``} FROM (
${selectParts(plan.parts, plan.facts)}
)
)${after === undefined ? sql`` : sql`\nWHERE ${isAfter(order, after)}`}${by.length === 0 ? sql`` : sql`\nORDER BY ${join(by, ', ')}`}${
      limit === undefined ? sql`` : sql`\nLIMIT ${integer(limit)}`
    }`,
  };
}
