import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { instant, ofWebsites, sql } from '../../clickhouse/sql.js';
import { MAX_REACH_MS } from '../../collect/sessions/session.js';
import { withFirst } from '../../lib/with-first.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { resolveFilter } from '../filter-values.js';
import { type Filter, listConditions, type SavedFilter } from '../filters.js';
import type { RevenueMetric } from '../metrics.js';
import { findRevenueMetrics } from '../reports/revenue-metrics.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { describeFilter, describeGoal } from './describe-filter.js';
import type { References } from './parse-filter.js';
import type { ResolvedRanges } from './parse-ranges.js';
import { parseRowsQuery, type QueryWebsite, type RowsQueryBody } from './parse-rows-query.js';
import { explainPattern } from './patterns.js';
import { type ResultRow, type RowsPage, readRows, streamRows } from './read-rows.js';
import type { RowPosition } from './row-order.js';
import type { RowsQuery } from './rows-query.js';
import { isTimeName } from './time-dimensions.js';

/** What a query is asked of. */
export interface QueryContext {
  /** At least one. */
  readonly websites: readonly QueryWebsite[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly references?: References;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface QueryAnswer {
  readonly rows: ResultRow[];
  readonly totals?: ResultRow;
  /** Means a day, where a range of another length is compared. */
  readonly totalsPerDay?: ResultRow;
  readonly totalRows?: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The query as it was understood. */
  readonly query: ReturnType<typeof describeQuery>;
  readonly warnings: readonly Warning[];
}

/**
 * Answers a query of the API with one page of rows.
 *
 * @throws AppError `invalid` that lists every problem of the query
 */
export async function answerQuery(
  clickhouse: ClickHouse,
  body: RowsQueryBody,
  context: QueryContext,
): Promise<QueryAnswer> {
  const ids = context.websites.map(({ id }) => id);
  const cursor = decodeCursor(body, ids, context.now);
  const now = cursor?.now ?? context.now;
  const query = await resolveQuery(clickhouse, body, { ...context, now }, cursor?.revenue);
  const page = await readPage(clickhouse, query, body.limit, now, cursor?.after).catch(explainPattern);
  const { rows, totals, totalsPerDay, totalRows, next } = page;
  return {
    rows,
    ...(totals !== undefined && { totals }),
    ...(totalsPerDay !== undefined && { totalsPerDay }),
    ...(totalRows !== undefined && { totalRows }),
    nextCursor: next === undefined ? null : encodeCursor(body, ids, { now, revenue: query.revenue, after: next }),
    query: describeQuery(query, body.limit, page),
    warnings: findWarnings(query, now, page),
  };
}

const isWhole = ({ dimension }: { readonly dimension: DimensionName }): boolean =>
  findDimension(dimension).aggregate !== undefined;

/** A session that goes on past the end of a range changes its exit page. */
const usesWholeSessions = ({ dimensions, filter, goal }: RowsQuery): boolean =>
  dimensions.some((dimension) => !isTimeName(dimension) && isWhole({ dimension })) ||
  [filter, goal].some((each) => each !== undefined && listConditions(each).some(isWhole));

/**
 * All pages of a range that has not ended are of the events until the first one was read: otherwise a row that grows
 * meanwhile could be on two pages, or on none. A single page need not be, and the first one is if there is no later
 * event yet. Daily counts are exact where later pages are estimates, of rows and of totals.
 */
async function readPage(
  clickhouse: ClickHouse,
  query: RowsQuery,
  limit: number,
  now: number,
  after: RowPosition | undefined,
): Promise<RowsPage> {
  const reach = usesWholeSessions(query) ? MAX_REACH_MS : 0;
  const isRunning = query.websites.some(({ range }) => range.end + reach > now);
  const page = isRunning && after !== undefined ? undefined : await readRows(clickhouse, query, limit, after);
  if (page !== undefined && (!isRunning || page.next === undefined)) return page;
  if (page !== undefined && !page.hasDailyCounts && !(await hasEventsSince(clickhouse, query, now))) return page;
  return readRows(clickhouse, { ...query, until: now }, limit, after);
}

async function hasEventsSince(clickhouse: ClickHouse, { websites }: RowsQuery, since: number): Promise<boolean> {
  const ids = websites.map(({ websiteId }) => websiteId);
  const found = await clickhouse.query({
    name: 'stats/events-since',
    row: z.object({ found: z.number() }),
    sql: sql`SELECT 1 AS found FROM events WHERE ${ofWebsites(ids)} AND time >= ${instant(since)} LIMIT 1`,
  });
  return found.length > 0;
}

/**
 * Streams all rows, in batches. Problems of the query are thrown before the first batch.
 *
 * @returns the names of the fields that every row has, and the rows
 */
export async function streamQuery(clickhouse: ClickHouse, body: RowsQueryBody, context: QueryContext) {
  const query = await resolveQuery(clickhouse, body, context);
  const compared = query.websites[0]?.comparison === undefined ? [] : query.metrics;
  const batches = streamRows(clickhouse, query);
  const first = await batches.next().catch(explainPattern);
  return {
    fields: [...query.dimensions, ...query.metrics],
    comparedFields: compared,
    // The stream ends with its reader, even with one that has left before the first row.
    rows: withFirst(first, batches),
  };
}

/**
 * With stored values in its filters.
 *
 * @param revenue what `revenue` stood for on the first page, if this is a later one
 */
async function resolveQuery(
  clickhouse: ClickHouse,
  body: RowsQueryBody,
  context: QueryContext,
  revenue?: readonly RevenueMetric[],
): Promise<RowsQuery> {
  const parsed = parseRowsQuery(body, context.websites, context.now, context.references);
  const ids = context.websites.map(({ id }) => id);
  const resolve = (filter: Filter) => resolveFilter(clickhouse, ids, filter).catch(explainPattern);
  const resolveGoal = async (goal: SavedFilter) => ({ ...goal, filter: await resolve(goal.filter) });
  const [filter, goal, goals] = await Promise.all([
    parsed.filter && resolve(parsed.filter),
    parsed.goal && resolve(parsed.goal),
    parsed.goals && Promise.all(parsed.goals.map(resolveGoal)),
  ]);
  const query = { ...parsed, filter, goal, goals };
  if (parsed.revenueAt === undefined) return query;
  return withRevenue(query, body, revenue ?? (await listRevenue(clickhouse, parsed, context.now)));
}

/** One metric for each currency of the ranges until now. */
function listRevenue(clickhouse: ClickHouse, { websites }: RowsQuery, now: number): Promise<readonly RevenueMetric[]> {
  const ranges = websites.flatMap(({ websiteId, range, comparison }) =>
    [range, ...(comparison === undefined ? [] : [comparison.range])].map(({ start, end }) => ({
      websiteId,
      range: { start, end: Math.min(end, now + 1) },
    })),
  );
  return findRevenueMetrics(clickhouse, ranges);
}

/** Replaces revenue by that in each currency. */
function withRevenue(query: RowsQuery, body: RowsQueryBody, revenue: readonly RevenueMetric[]): RowsQuery {
  const { revenueAt = 0, metrics } = query;
  const [before, after] = [metrics.slice(0, revenueAt), metrics.slice(revenueAt)];
  const orderBy =
    body.orderBy === undefined && revenueAt === 0 && revenue[0] !== undefined
      ? [...query.orderBy.filter(({ by }) => isTimeName(by)), { by: revenue[0], direction: 'desc' } as const]
      : query.orderBy;
  return { ...query, metrics: [...new Set([...before, ...revenue, ...after])], orderBy, revenue };
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

/** Of several websites, the instants are those of the first one. */
function describeQuery(query: RowsQuery, limit: number, { source }: RowsPage) {
  const { websites, metrics, dimensions, filter, goal, goals, orderBy } = query;
  const { zone, range, comparison } = websites[0]!;
  return {
    websites: websites.map(({ websiteId }) => websiteId),
    timezone: zone,
    from: iso(range.start),
    to: iso(range.end),
    ...(comparison !== undefined && {
      comparison: { mode: comparison.mode, from: iso(comparison.range.start), to: iso(comparison.range.end) },
    }),
    metrics: [...metrics],
    dimensions: [...dimensions],
    filters: filter === undefined ? null : describeFilter(filter),
    ...(goal !== undefined && { goal: describeGoal(goal) }),
    ...(goals !== undefined && { goals: goals.map(({ id, name }) => ({ id, name })) }),
    orderBy: [...orderBy],
    limit,
    source,
  };
}

/** Warnings of ranges alone. `now` is epoch milliseconds. */
export function rangeWarnings(ranges: readonly ResolvedRanges[], now: number): readonly Warning[] {
  return listWarnings([
    [
      ranges.some(({ range, askedEnd }) => range.end < askedEnd),
      { code: 'clipped_range', message: 'The range ends in the future: it was cut off at the end of today.' },
    ],
    [
      ranges.some(({ range }) => range.start <= now && now < range.end),
      { code: 'running_period', message: 'The range has not ended yet: its last figures can still rise.' },
    ],
  ]);
}

function findWarnings({ websites }: RowsQuery, now: number, { isEstimate }: RowsPage): readonly Warning[] {
  const others = listWarnings([
    [isEstimate, { code: 'estimate', message: 'Visitors above 5,000 are estimates, within 1 %.' }],
    [
      websites.length > 1,
      {
        code: 'visitors_summed_over_websites',
        message: 'A visitor of several websites counts once for each of them.',
      },
    ],
  ]);
  return [...rangeWarnings(websites, now), ...others];
}

const listWarnings = (all: readonly (readonly [applies: boolean, warning: Warning])[]): readonly Warning[] =>
  all.flatMap(([applies, warning]) => (applies ? [warning] : []));
