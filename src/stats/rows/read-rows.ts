import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { DimensionName } from '../dimensions.js';
import { type Facts, NO_FACTS } from '../metrics.js';
import { isDaily, type QueryPart } from '../sources/branch.js';
import { selectParts } from '../sources/branches.js';
import { toFacts } from '../sources/source.js';
import { type FoundRow, findRows, foundRow, foundRowsStatement } from './find-rows.js';
import type { Comparison } from './parse-ranges.js';
import { type Plan, planRows, toPart } from './plan-rows.js';
import { metricsPerDay, rowMetrics } from './row-metrics.js';
import type { RowPosition } from './row-order.js';
import { type RowValue, readKeyValue } from './row-value.js';
import type { RowsQuery } from './rows-query.js';
import { isTimeName } from './time-dimensions.js';

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
  /** Whether any figure is of `daily_visitors`, which cannot leave out later events. */
  readonly hasDailyCounts: boolean;
}

/** Above this, visitors are exact only where they are counted by the day. */
const MAX_EXACT_VISITORS = 5_000;

const isLarge = ({ visitors, returning, converted }: Facts): boolean =>
  Math.max(visitors, returning, converted) > MAX_EXACT_VISITORS;

/** Whether visitors of either range may be estimates. */
const hasEstimate = (parts: readonly QueryPart[], now: readonly Facts[], before: readonly Facts[]): boolean =>
  parts.some((part) => !isDaily(part) && (part.isBefore ? before : now).some(isLarge));

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
  const [{ found, hasMore }, totals] = await Promise.all([
    findRows(clickhouse, query, plan, { limit: limit + 1, after }),
    showsTotals || query.metrics.includes('percentage') ? readTotals(clickhouse, plan) : undefined,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const [now, before] = [
    rows.map(({ facts }) => toFacts(plan.facts, facts)),
    rows.map((row) => toFacts(plan.facts, row.facts_before)),
  ];
  return {
    rows: rows.map((row) => toResult(query, plan, row, totals)),
    ...(showsTotals && totals !== undefined && { totals: toTotals(query, totals) }),
    ...(days !== undefined && totals !== undefined && { totalsPerDay: toTotalsPerDay(query, totals, days) }),
    ...(query.include.has('totalRows') && { totalRows: found[0]?.found ?? 0 }),
    ...(hasMore && last !== undefined && { next: { sort: last.sort, key: last.key, at: last.at } }),
    isEstimate:
      hasEstimate(plan.parts, now, before) ||
      (totals !== undefined && hasEstimate(totals.parts, [totals.now], [totals.before ?? NO_FACTS])),
    source: plan.source,
    hasDailyCounts: [...plan.parts, ...(totals?.parts ?? [])].some(isDaily),
  };
}

/** All rows, in batches. */
export async function* streamRows(clickhouse: ClickHouse, query: RowsQuery): AsyncGenerator<readonly ResultRow[]> {
  const plan = planRows(query);
  if (plan.parts.length === 0) {
    yield emptyPage(query).rows;
    return;
  }
  const totals = query.metrics.includes('percentage') ? await readTotals(clickhouse, plan) : undefined;
  for await (const batch of clickhouse.stream(foundRowsStatement(query, plan, {}))) {
    yield batch.map((row) => toResult(query, plan, row, totals));
  }
}

/** For ranges without an instant: without dimensions, they have one row, of zeros. */
function emptyPage(query: RowsQuery): RowsPage {
  const totals = toTotals(query, { now: NO_FACTS, before: undefined, parts: [] });
  return {
    rows: query.dimensions.length === 0 ? [totals] : [],
    ...(query.include.has('totals') && { totals }),
    ...(query.include.has('totalRows') && { totalRows: query.dimensions.length === 0 ? 1 : 0 }),
    isEstimate: false,
    source: 'none',
    hasDailyCounts: false,
  };
}

interface Totals {
  readonly now: Facts;
  readonly before: Facts | undefined;
  readonly parts: readonly QueryPart[];
}

/** Without dimensions. */
async function readTotals(clickhouse: ClickHouse, { parts: ofRows, facts }: Plan): Promise<Totals> {
  const parts = ofRows.map(({ isBefore, query: { buckets, bucketRows, ...query } }) =>
    toPart({ ...query, dimensions: [], hasEmptyRows: false }, isBefore),
  );
  const [row] = await clickhouse.query({ name: 'stats/query', row: foundRow, sql: selectParts(parts, facts) });
  const before = parts.some(({ isBefore }) => isBefore) ? toFacts(facts, row?.facts_before ?? []) : undefined;
  return { now: toFacts(facts, row?.facts ?? []), before, parts };
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
