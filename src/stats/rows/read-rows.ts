import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, sql, trusted } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { answer } from '../answer.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { type Fact, type Facts, listFacts, type MetricName, NO_FACTS } from '../metrics.js';
import { sourceFor } from '../plan.js';
import type { StatsQuery } from '../query.js';
import type { Part } from '../sources/branch.js';
import { isBySession, selectParts } from '../sources/branches.js';
import { dailyVisitors } from '../sources/daily-visitors.js';
import { eventsFor } from '../sources/events.js';
import { selectedRow, toFacts } from '../sources/source.js';
import { visits } from '../sources/visits.js';
import type { Comparison } from './parse-ranges.js';
import { isRowMetric, metricsPerDay, rowMetrics, toMetric } from './row-metrics.js';
import { isAfter, orderColumns, type RowPosition } from './row-order.js';
import { type RowValue, readKeyValue } from './row-value.js';
import type { RowsQuery, WebsiteRanges } from './rows-query.js';
import { isTimeName, splitComparison, splitTime, type TimeName, type TimeRows } from './time-dimensions.js';

/** A row as the API returns it: its dimensions and metrics by name, and those of the comparison. */
export type ResultRow = Record<string, RowValue | Record<string, number | null>>;

export interface RowsPage {
  readonly rows: ResultRow[];
  readonly totals?: ResultRow;
  /** Where a range of another length is compared. */
  readonly totalsPerDay?: ResultRow;
  readonly totalRows?: number;
  /** Undefined on the last page. */
  readonly next?: RowPosition;
  /** Whether visitors may be estimates. */
  readonly isEstimate: boolean;
  /** The table that the rows were read from. */
  readonly source: string;
}

const foundRow = selectedRow.extend({
  at: z.coerce.number().default(0),
  has_before: z.coerce.number().default(0),
  sort: z.array(z.string()).default([]),
  found: z.coerce.number().default(0),
});

type FoundRow = z.infer<typeof foundRow>;

/** Above this, visitors are exact only where they are counted by the day. */
const MAX_EXACT_VISITORS = 5_000;

const hasEstimate = ({ visitors, returning, converted }: Facts): boolean =>
  Math.max(visitors, returning, converted) > MAX_EXACT_VISITORS;

/** Whether an answer depends on the totals of all rows. */
export const usesTotals = ({ include, metrics, websites }: RowsQuery): boolean =>
  include.has('totals') || metrics.includes('percentage') || websites[0]?.comparison?.days !== undefined;

/** One page of rows; `after` is the end of the page before. */
export async function readRows(
  clickhouse: ClickHouse,
  query: RowsQuery,
  limit: number,
  after?: RowPosition,
): Promise<RowsPage> {
  const plan = planRows(query);
  if (plan.parts.length === 0) return emptyPage(query);
  const days = query.websites[0]?.comparison?.days;
  const showsTotals = query.include.has('totals') || days !== undefined;
  const hasTotals = usesTotals(query);
  const [{ found, hasMore }, totals] = await Promise.all([
    findRows(clickhouse, query, plan, { limit: limit + 1, after }),
    hasTotals ? readTotals(clickhouse, query, plan) : undefined,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const visitors = [
    ...rows.map(({ facts }) => toFacts(plan.facts, facts)),
    ...(totals === undefined ? [] : [totals.now]),
  ];
  return {
    rows: rows.map((row) => toResult(query, plan, row, totals)),
    ...(showsTotals && totals !== undefined && { totals: toTotals(query, totals) }),
    ...(days !== undefined && totals !== undefined && { totalsPerDay: toTotalsPerDay(query, totals, days) }),
    ...(query.include.has('totalRows') && { totalRows: found[0]?.found ?? 0 }),
    ...(hasMore && last !== undefined && { next: { sort: last.sort, key: last.key, at: last.at } }),
    isEstimate: plan.source !== 'daily_visitors' && visitors.some(hasEstimate),
    source: plan.source,
  };
}

/** All rows, in batches. */
export async function* streamRows(clickhouse: ClickHouse, query: RowsQuery): AsyncGenerator<readonly ResultRow[]> {
  const plan = planRows(query);
  if (plan.parts.length === 0) {
    yield emptyPage(query).rows;
    return;
  }
  const totals = query.metrics.includes('percentage') ? await readTotals(clickhouse, query, plan) : undefined;
  for await (const batch of clickhouse.stream(rowsStatement(query, plan, {}))) {
    yield batch.map((row) => toResult(query, plan, row, totals));
  }
}

/** For ranges without an instant: without dimensions, they have one row, of zeros. */
function emptyPage(query: RowsQuery): RowsPage {
  const totals = toTotals(query, { now: NO_FACTS, before: undefined });
  return {
    rows: query.dimensions.length === 0 ? [totals] : [],
    ...(query.include.has('totals') && { totals }),
    ...(query.include.has('totalRows') && { totalRows: query.dimensions.length === 0 ? 1 : 0 }),
    isEstimate: false,
    source: 'none',
  };
}

interface Plan {
  /** Dimensions besides that of time. */
  readonly dimensions: readonly DimensionName[];
  readonly metrics: readonly [MetricName, ...MetricName[]];
  readonly facts: readonly Fact[];
  readonly time: TimeRows | undefined;
  readonly parts: readonly Part[];
  readonly source: string;
}

/** @param metrics by default all of the query */
function planRows(query: RowsQuery, names = query.metrics): Plan {
  const { websites, until, filter, goal, goals, include } = query;
  const timeName = query.dimensions.find(isTimeName);
  const dimensions = query.dimensions.filter((name): name is DimensionName => !isTimeName(name));
  const [first = 'visitors', ...others] = [...new Set(names.map((name) => toMetric(name, query.metrics)))];
  const times = timeName === undefined ? [] : splitTime(timeName, websites);
  const toQuery = ({ websiteId, count }: WebsiteRanges, range: Range, time: TimeRows | undefined): StatsQuery => ({
    name: 'stats/query',
    websiteId,
    count,
    range,
    until,
    filter,
    goal,
    goals,
    metrics: [first, ...others],
    dimensions,
    fillsBuckets: time !== undefined && (dimensions.length === 0 || include.has('emptyRows')),
    ...(time !== undefined && { buckets: time.buckets, bucketRows: time.bucketRows }),
  });
  const isEmpty = ({ start, end }: Range) => start >= end;
  const now = websites.flatMap((website, place) =>
    isEmpty(website.range) ? [] : [toPart(toQuery(website, website.range, times[place]))],
  );
  const before = websites.flatMap((website, place): Part[] => {
    const { comparison, zone } = website;
    if (comparison === undefined || isEmpty(comparison.range) || isEmpty(website.range)) return [];
    const time = times[place] && splitComparison(timeName as TimeName, times[place], website.range, comparison, zone);
    return [{ ...toPart(toQuery(website, comparison.range, time)), isBefore: true }];
  });
  const parts = [...now, ...before];
  const isDaily =
    parts.length === 1 &&
    timeName === undefined &&
    dimensions.length > 0 &&
    sourceFor(parts[0]!.query) === dailyVisitors;
  const source = isDaily ? 'daily_visitors' : now.every(({ table }) => table === visits) ? 'visits' : 'events';
  return {
    dimensions,
    metrics: [first, ...others],
    facts: listFacts([first, ...others]),
    time: times[0],
    parts,
    source,
  };
}

const toPart = (query: StatsQuery): Part => ({ query, table: visits.canAnswer(query) ? visits : eventsFor(query) });

/** Each part has the values of all rows. With more rows on a page, most sessions are in one of them. */
const MAX_VALUES = 1_000;

/** At most one more than a page has. */
interface FoundRows {
  readonly found: readonly FoundRow[];
  readonly hasMore: boolean;
}

/**
 * Sessions take longest to count by values of their events. Unless they order the rows, the values of the page's rows
 * are found first, and only these are counted.
 */
async function findRows(
  clickhouse: ClickHouse,
  query: RowsQuery,
  plan: Plan,
  choice: Choice & { readonly limit: number },
): Promise<FoundRows> {
  const byEvent = plan.dimensions.filter((name) => name !== 'goal' && findDimension(name).of === 'event');
  const order = planOrder(query);
  const isFoundFirst =
    byEvent.length > 0 &&
    choice.limit * plan.parts.length <= MAX_VALUES &&
    plan.facts.some(isBySession) &&
    !order.facts.some(isBySession);
  const first = await clickhouse.query(rowsStatement(query, isFoundFirst ? order : plan, choice));
  // Of the first statement: meanwhile a row may have moved to an earlier page.
  const hasMore = first.length === choice.limit;
  if (!isFoundFirst || first.length === 0) return { found: first, hasMore };
  const rowValues = new Map(
    byEvent.map((name) => [name, [...new Set(first.map(({ key }) => key[plan.dimensions.indexOf(name)]!))]]),
  );
  const parts = plan.parts.map((part) => ({ ...part, query: { ...part.query, rowValues } }));
  const rows = await clickhouse.query(rowsStatement(query, { ...plan, parts }, choice));
  return { found: rows.map((row) => ({ ...row, found: first[0]!.found })), hasMore };
}

/** Rows with the metrics that order them alone, from the tables that have all metrics. */
function planOrder(query: RowsQuery): Plan {
  const metrics = query.orderBy.map(({ by }) => by).filter(isRowMetric);
  const plan = planRows(query, metrics.length === 0 ? ['events'] : metrics);
  return { ...plan, parts: plan.parts.filter(({ isBefore }) => !isBefore), source: 'events' };
}

interface Choice {
  readonly limit?: number;
  readonly after?: RowPosition | undefined;
}

function rowsStatement(query: RowsQuery, plan: Plan, { limit, after }: Choice): Query<FoundRow> {
  const { parts, source, facts } = plan;
  const select = source === 'daily_visitors' ? dailyVisitors.select(parts[0]!.query) : selectParts(parts, facts);
  const order = orderColumns(query, plan);
  const metricsSql = order.flatMap(({ isMetric, column }) => (isMetric ? [sql`toString(${column})`] : []));
  const by = order.map(({ column, direction }) => sql`${column} ${trusted(direction === 'asc' ? 'ASC' : 'DESC')}`);
  return {
    name: 'stats/query',
    row: foundRow,
    sql: sql`SELECT *${metricsSql.length === 0 ? sql`` : sql`, [${join(metricsSql, ', ')}] AS sort`}
FROM (
SELECT *${query.include.has('totalRows') ? sql`, count() OVER () AS found` : sql``} FROM (
${select}
)
)${after === undefined ? sql`` : sql`\nWHERE ${isAfter(order, after)}`}${by.length === 0 ? sql`` : sql`\nORDER BY ${join(by, ', ')}`}${
      limit === undefined ? sql`` : sql`\nLIMIT ${integer(limit)}`
    }`,
  };
}

interface Totals {
  readonly now: Facts;
  readonly before: Facts | undefined;
}

/** Without dimensions. */
async function readTotals(clickhouse: ClickHouse, { websites }: RowsQuery, { parts, facts }: Plan): Promise<Totals> {
  const [own] = websites;
  const plain = parts.map(({ isBefore, query: { buckets, bucketRows, ...query } }) => {
    const part = toPart({ ...query, dimensions: [], fillsBuckets: false });
    return isBefore ? { ...part, isBefore } : part;
  });
  if (websites.length === 1) {
    const [now, before] = await Promise.all(plain.map(({ query }) => answer(clickhouse, query)));
    return { now: now!.total.now, before: own?.comparison && before?.total.now };
  }
  const [row] = await clickhouse.query({ name: 'stats/query', row: foundRow, sql: selectParts(plain, facts) });
  const before = own?.comparison && toFacts(facts, row?.facts_before ?? []);
  return { now: row === undefined ? NO_FACTS : toFacts(facts, row.facts), before };
}

const toTotals = (query: RowsQuery, { now, before }: Totals): ResultRow => ({
  ...rowMetrics(query.metrics, now, now),
  ...compared(query, before, before),
});

const toTotalsPerDay = (
  { metrics }: RowsQuery,
  { now, before = NO_FACTS }: Totals,
  days: NonNullable<Comparison['days']>,
): ResultRow => ({
  ...metricsPerDay(metrics, now, days.now),
  comparison: metricsPerDay(metrics, before, days.before),
});

function toResult(query: RowsQuery, plan: Plan, row: FoundRow, totals: Totals | undefined): ResultRow {
  const values = query.dimensions.map((name) => [name, readValue(name, plan, row)] as const);
  const before = row.has_before > 0 ? toFacts(plan.facts, row.facts_before) : undefined;
  return {
    ...Object.fromEntries(values),
    ...rowMetrics(query.metrics, toFacts(plan.facts, row.facts), totals?.now),
    ...compared(query, before, totals?.before),
  };
}

/** Nulls for what did not exist before; nothing without a comparison. */
function compared({ metrics, websites }: RowsQuery, before: Facts | undefined, total: Facts | undefined) {
  if (websites[0]?.comparison === undefined) return {};
  const missing = () => Object.fromEntries(metrics.map((name) => [name, null]));
  return { comparison: before === undefined ? missing() : rowMetrics(metrics, before, total) };
}

function readValue(name: string, { dimensions, time }: Plan, { key, at }: FoundRow): RowValue {
  if (isTimeName(name)) return time?.names[at] ?? null;
  const place = dimensions.indexOf(name as DimensionName);
  return readKeyValue(name as DimensionName, key[place] ?? '');
}
