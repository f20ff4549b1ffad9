import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { join, type Sql, sql } from '../clickhouse/sql.js';
import { all, chosen } from './conditions.js';
import { type Cover, coverOf } from './cover.js';
import { totalApart, visitorsOfValue } from './daily-values.js';
import { addedUpBy } from './daily-visitors.js';
import type { FilterName } from './dimensions.js';
import { askedValue, columnsOf, type Grouping, keyOf, keyWithin } from './groupings.js';
import { linkClicks } from './link-clicks.js';
import { type Metric, metrics } from './metrics.js';
import { onlyFilter, type Question } from './question.js';
import { limitTo, sessionsBy } from './sessions-by-key.js';
import { HAS_VISITORS, visitorsByKey } from './visitors-by-key.js';

/** What a breakdown groups by, what it counts and in which order. */
export interface Breakdown {
  /** What makes a row's key; links have a table of their own for settled days. */
  readonly grouping: Grouping | 'link';
  /** What is counted; the first decides the order, largest first. */
  readonly metrics: readonly [Metric, ...Metric[]];
  /** Which of the chosen events make a difference to what is counted; all when missing. */
  readonly events?: Sql;
  /** Which groups are rows, by their `key`; the total is over all chosen events all the same. */
  readonly rows?: Sql;
  /** How equals are ordered before their key, as text compared by its bytes. The engine orders by the key when missing. */
  readonly nameOf?: (key: readonly string[]) => string;
}

/** One row: its key in the order of the grouping's columns, and its figures. */
export interface BreakdownRow {
  readonly key: readonly string[];
  readonly figures: Readonly<Record<Metric, number>>;
}

export interface BreakdownAnswer {
  /** The first metric over all chosen events: for visitors the very `totalVisitors` of `main`. */
  readonly total: number;
  readonly rows: readonly BreakdownRow[];
}

const row = z.object({
  is_total: z.coerce.number(),
  key: z.array(z.string()),
  visitors: z.coerce.number().default(0),
  pageviews: z.coerce.number().default(0),
  clicks: z.coerce.number().default(0),
});

/**
 * Rows and total in one pass.
 *
 * @param name of the question, for ClickHouse's query log
 * @param limit rows at most; undefined for all
 */
export async function breakDown(
  clickhouse: ClickHouse,
  question: Question,
  name: string,
  breakdown: Breakdown,
  limit: number | undefined,
): Promise<BreakdownAnswer> {
  const found = await clickhouse.query({ name, row, sql: breakdownSql(question, breakdown, limit) });
  const [first] = breakdown.metrics;
  const rows = found.filter(({ is_total }) => is_total === 0).map(({ key, ...figures }) => ({ key, figures }));
  return {
    total: found.filter(({ is_total }) => is_total === 1).reduce((sum, each) => sum + each[first], 0),
    rows: (breakdown.nameOf === undefined ? rows : inOrder(rows, first, breakdown.nameOf)).slice(0, limit),
  };
}

/** Rows of the total add up to it. They come first, or of a statement of their own, which the order does not reach. */
export function breakdownSql(question: Question, breakdown: Breakdown, limit: number | undefined): Sql {
  const [first] = breakdown.metrics;
  const order = breakdown.nameOf === undefined ? sql`${columnOf[first]} DESC, key` : sql`${columnOf[first]} DESC`;
  return sql`${totalAndRows(question, breakdown, limit)}
ORDER BY is_total DESC, ${order}${limitSql(breakdown, limit)}`;
}

function totalAndRows(question: Question, breakdown: Breakdown, limit: number | undefined): Sql {
  const { grouping } = breakdown;
  const cover = coverOf(question);
  if (cover === undefined) return ofEvents(question, breakdown);
  if (grouping === 'link') return linkClicks(question, cover);
  const kept = addedUpBy(question, cover, grouping);
  if (kept !== undefined) return ofDailyVisitors(question, cover, grouping, kept, breakdown);
  return sessionsBy(question, cover, grouping, limit, having(breakdown));
}

function ofEvents(question: Question, breakdown: Breakdown): Sql {
  const { grouping, events } = breakdown;
  const by = grouping === 'link' ? [sql`link`] : columnsOf(grouping);
  return sql`SELECT grouping(${by[0] ?? sql``}) AS is_total, ${keyOf(by)} AS key, ${figures(breakdown.metrics)}
FROM events
WHERE ${all([chosen(question), ...(events === undefined ? [] : [events])])}
GROUP BY GROUPING SETS ((${join(by, ', ')}), ())${having(breakdown)}`;
}

/** The total is that of everybody, or of what the only filter chooses; of a list by just this, it is that of the only row. */
function ofDailyVisitors(
  question: Question,
  cover: Cover,
  grouping: Grouping,
  kept: Grouping,
  { rows }: Breakdown,
): Sql {
  const only = onlyFilter(question.filters);
  if (only === undefined) {
    const isTotal = sql`length(key) = 0 AS is_total, key`;
    return sql`${visitorsByKey(question, cover, ['all', grouping], isTotal)}
HAVING ${all([HAS_VISITORS, ...(rows === undefined ? [] : [sql`(is_total = 1 OR ${rows})`])])}`;
  }
  if (only === grouping) return ofOnlyRow(question, cover, only);
  return sql`${totalApart(question, cover, only)}SELECT 0 AS is_total, ${keyWithin(kept, sql`both`, grouping)} AS key, visitors
FROM (
${visitorsByKey(question, cover, [kept], sql`key AS both`)}
)
WHERE ${all([HAS_VISITORS, ...(rows === undefined ? [] : [rows])])}`;
}

function ofOnlyRow(question: Question, cover: Cover, only: FilterName): Sql {
  const pageviews = only === 'page' ? sql`sum(facts[1]) AS pageviews, ` : sql``;
  const key = sql`[${askedValue(only, question.filters)}] AS key`;
  return sql`SELECT arrayJoin([1, 0]) AS is_total, ${key}, ${pageviews}${visitorsOfValue(question, cover, only)}
HAVING ${HAS_VISITORS}`;
}

const having = ({ rows }: Breakdown): Sql => (rows === undefined ? sql`` : sql`\nHAVING is_total = 1 OR ${rows}`);

const figures = (counted: readonly Metric[]): Sql =>
  join(
    counted.map((metric) => sql`${metrics[metric]} AS ${columnOf[metric]}`),
    ', ',
  );

const columnOf: Readonly<Record<Metric, Sql>> = {
  visitors: sql`visitors`,
  pageviews: sql`pageviews`,
  clicks: sql`clicks`,
};

/** Where the order of equals is not the engine's, it hands over all that share the last place. */
function limitSql({ nameOf }: Breakdown, limit: number | undefined): Sql {
  if (limit === undefined) return sql``;
  return nameOf === undefined ? limitTo(limit) : sql`${limitTo(limit)} WITH TIES`;
}

/** Different keys may have the same name. NUL, which neither holds, comes before all else. */
function inOrder(
  rows: readonly BreakdownRow[],
  metric: Metric,
  nameOf: (key: readonly string[]) => string,
): readonly BreakdownRow[] {
  return rows
    .map((each) => ({ each, name: Buffer.from([nameOf(each.key), ...each.key].join('\0')) }))
    .sort((a, b) => b.each.figures[metric] - a.each.figures[metric] || Buffer.compare(a.name, b.name))
    .map(({ each }) => each);
}
