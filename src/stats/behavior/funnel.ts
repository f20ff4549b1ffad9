import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, ofWebsite, sql, trusted } from '../../clickhouse/sql.js';
import { MAX_SESSION_MS } from '../../collect/sessions/session.js';
import { quotient } from '../../lib/rounding.js';
import { rangeWarnings } from '../rows/answer-query.js';
import { explainPattern } from '../rows/patterns.js';
import { inRange } from '../sources/conditions.js';
import { type BehaviorContext, resolveStored } from './behavior-body.js';
import { funnelRange, selectChains } from './funnel-sql.js';
import { type Funnel, type FunnelBody, parseFunnel } from './parse-funnel.js';

/** Rows of a breakdown, and pages behind a step; the others are added up. */
const MAX_ROWS = 100;
const MAX_NEXT = 10;

/** The name of everything that has no row of its own. */
export const OTHER = '(other)';

/** Visitors who reached a step. */
interface StepCounts {
  readonly visitors: number;
  /** Of the first step's visitors, 0 to 1. */
  readonly rate: number;
  /** Of the visitors of the step before, 0 to 1. Null for the first step. */
  readonly stepRate: number | null;
  /** Visitors who did not reach the next step. */
  readonly dropOff: number;
}

export interface FunnelStep extends StepCounts {
  /** From the step before; null without visitors, and for the first step. */
  readonly medianSeconds: number | null;
  /** Where those who left went: the next page of the same session, null for none. They add up to `dropOff`. */
  readonly next: { readonly page: string | null; readonly visitors: number }[];
}

/** Answers a funnel of the API. Throws AppError `invalid` that lists every problem. */
export async function answerFunnel(clickhouse: ClickHouse, body: FunnelBody, context: BehaviorContext) {
  const { funnel: typed, ranges } = parseFunnel(body, context);
  const [filter, ...steps] = await Promise.all(
    [typed.filter, ...typed.steps].map((each) => each && resolveStored(clickhouse, context, each)),
  );
  const funnel: Funnel = { ...typed, filter, steps: steps.map((each) => each!) };
  const [rows, pages] = await Promise.all([
    clickhouse.query(countsStatement(funnel)),
    clickhouse.query(nextStatement(funnel)),
  ]).catch(explainPattern);
  const [total, ...values] = rows;
  const counts = toCounts(total?.visitors ?? steps.map(() => 0));
  return {
    steps: counts.map(
      (step, place): FunnelStep => ({
        ...step,
        medianSeconds:
          place === 0 || step.visitors === 0 ? null : quotient(Math.round(total!.medians[place - 1]! * 2), 2000, 2),
        next: toNext(pages.filter(({ level }) => level === place + 1)),
      }),
    ),
    openUntil: new Date(funnelRange(funnel).end).toISOString(),
    ...(funnel.breakdown !== undefined && { rows: toRows(values, total?.visitors ?? []) }),
    warnings: rangeWarnings([ranges], context.now),
  };
}

const figure = z.coerce.number();

const countsRow = z.object({ value: z.string(), visitors: z.array(figure), medians: z.array(figure) });

/** The total comes first, then the values of a breakdown. */
function countsStatement(funnel: Funnel): Query<z.infer<typeof countsRow>> {
  const visitors = funnel.steps.map((_, place) => trusted(`countIf(level >= ${place + 1})`));
  const medians = funnel.steps
    .slice(1)
    .map((_, place) =>
      trusted(
        `quantileExactInclusiveIf(0.5)(toInt64(times[${place + 2}]) - toInt64(times[${place + 1}]), level >= ${place + 2})`,
      ),
    );
  const hasRows = funnel.breakdown !== undefined;
  return {
    name: 'stats/funnel',
    row: countsRow,
    sql: sql`SELECT ${hasRows ? sql`1 - grouping(value)` : sql`0`} AS is_row, ${hasRows ? sql`value` : sql`'' AS value`},
  [${join(visitors, ', ')}] AS visitors,
  [${join(medians, ', ')}] AS medians
FROM (
${selectChains(funnel)}
)${hasRows ? sql`\nGROUP BY GROUPING SETS ((), (value))` : sql``}
ORDER BY is_row, visitors DESC, value
LIMIT ${integer(MAX_ROWS + 1)}`,
  };
}

const nextRow = z.object({ level: figure, page: z.string(), visitors: figure, everyone: figure });

type NextRow = z.infer<typeof nextRow>;

/** The first pageview after the last step that a visitor reached, in its session: it began before that step. */
function nextStatement(funnel: Funnel): Query<NextRow> {
  const { websiteId, steps } = funnel;
  const { start, end } = funnelRange(funnel);
  return {
    name: 'stats/funnel',
    row: nextRow,
    sql: sql`SELECT level, page, count() AS visitors, sum(count()) OVER (PARTITION BY level) AS everyone
FROM (
  SELECT any(gone.level) AS level,
    argMinIf(toString(path), (time, path), type = 'pageview' AND toUnixTimestamp64Milli(time) > gone.at AND toUnixTimestamp64Milli(session_start) <= gone.at) AS page
  FROM events
  INNER JOIN (
SELECT visitor_id, level, toInt64(times[level]) AS at FROM (
${selectChains(funnel)}
) WHERE level < ${trusted(`${steps.length}`)}
  ) AS gone ON events.visitor_id = gone.visitor_id
  WHERE ${ofWebsite(websiteId)} AND ${inRange({ time: sql`time` }, { start, end: end + MAX_SESSION_MS })} AND type != 'leave'
  GROUP BY events.visitor_id
)
GROUP BY level, page
ORDER BY level, page != '', visitors DESC, page
LIMIT ${integer(MAX_NEXT + 1)} BY level`,
  };
}

/** Ten pages, those without a next page, and the rest. */
function toNext(found: readonly NextRow[]): FunnelStep['next'] {
  const pages = found.filter(({ page }) => page !== '').slice(0, MAX_NEXT);
  const listed = [...found.filter(({ page }) => page === ''), ...pages];
  const rest = (found[0]?.everyone ?? 0) - listed.reduce((sum, { visitors }) => sum + visitors, 0);
  return [
    ...listed
      .map(({ page, visitors }) => ({ page: page === '' ? null : page, visitors }))
      .toSorted((one, other) => other.visitors - one.visitors),
    ...(rest > 0 ? [{ page: OTHER, visitors: rest }] : []),
  ];
}

const toCounts = (visitors: readonly number[]): StepCounts[] =>
  visitors.map((count, place) => ({
    visitors: count,
    rate: quotient(count, visitors[0]!, 4),
    stepRate: place === 0 ? null : quotient(count, visitors[place - 1]!, 4),
    dropOff: count - (visitors[place + 1] ?? count),
  }));

/** The rest is a row too, so that rows add up to the total. */
function toRows(found: readonly z.infer<typeof countsRow>[], total: readonly number[]) {
  const rest = total.map((count, place) => count - found.reduce((sum, { visitors }) => sum + visitors[place]!, 0));
  const toRow = (value: string | null, visitors: readonly number[]) => ({ value, steps: toCounts(visitors) });
  return [
    ...found.map(({ value, visitors }) => toRow(value === '' ? null : value, visitors)),
    ...((rest[0] ?? 0) > 0 ? [toRow(OTHER, rest)] : []),
  ];
}
