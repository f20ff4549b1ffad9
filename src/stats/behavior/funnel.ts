import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { MAX_SESSION_MS } from '../../collect/sessions/session.js';
import { quotient } from '../../lib/rounding.js';
import { pathAt } from '../dimensions.js';
import { all } from '../filters.js';
import { OTHER } from '../names.js';
import { rangeWarnings } from '../rows/answer-query.js';
import { explainPattern } from '../rows/patterns.js';
import { inRange } from '../sources/conditions.js';
import { type BehaviorContext, resolveStored } from './behavior-body.js';
import { funnelRange, reachMs, selectChains } from './funnel-sql.js';
import { type Funnel, type FunnelBody, MAX_ROWS, parseFunnel } from './parse-funnel.js';

/** Pages behind a step; the others are added up. */
const MAX_NEXT = 10;

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
  const [filter, ...steps] = await resolveStored(clickhouse, context, [typed.filter, ...typed.steps]);
  const funnel: Funnel = { ...typed, filter, steps: steps.map((each) => each!) };
  const rows = await clickhouse.query(funnelStatement(funnel)).catch(explainPattern);
  const total = rows.find(({ kind }) => kind === 'total');
  const values = rows.filter(({ kind }) => kind === 'value');
  const pages = rows.filter(({ kind }) => kind === 'next');
  const counts = toCounts(total?.visitors ?? steps.map(() => 0));
  return {
    steps: counts.map(
      (step, place): FunnelStep => ({
        ...step,
        medianSeconds:
          place === 0 || step.visitors === 0 ? null : quotient(Math.round(total!.medians[place - 1]! * 2), 2000, 2),
        // Visitors behind the last step have not left.
        next:
          step.dropOff === 0
            ? []
            : toNext(
                step.dropOff,
                pages.filter(({ level }) => level === place + 1),
              ),
      }),
    ),
    // Days that have not begun are asked for, too.
    openUntil: new Date(ranges.askedEnd + reachMs(funnel)).toISOString(),
    ...(funnel.breakdown !== undefined && { rows: toRows(values.slice(0, body.limit), total?.visitors ?? []) }),
    warnings: rangeWarnings([ranges], context.now),
  };
}

const figure = z.coerce.number();

const row = z.object({
  kind: z.enum(['total', 'value', 'next']),
  value: z.string(),
  level: figure,
  page: z.string(),
  visitors: z.array(figure),
  medians: z.array(figure),
});

type Row = z.infer<typeof row>;

/**
 * One row for everyone, one for each value of a breakdown, and one for each level that visitors left at and the page
 * that they left for, most visitors first.
 */
function funnelStatement(funnel: Funnel): Query<Row> {
  const { steps, breakdown } = funnel;
  const visitors = steps.map((_, place) => trusted(`countIf(level >= ${place + 1})`));
  const medians = steps
    .slice(1)
    .map(
      (_, place) =>
        sql`quantileExactInclusiveIf(0.5)(${timeColumn(place + 2)} - ${timeColumn(place + 1)}, level >= ${trusted(`${place + 2}`)})`,
    );
  const sets = [...(breakdown === undefined ? [] : [sql`(value)`]), sql`(level, page)`];
  return {
    name: 'stats/funnel',
    row,
    sql: sql`SELECT multiIf(grouping(level) = 0, 'next', ${breakdown === undefined ? sql`false` : sql`grouping(value) = 0`}, 'value', 'total') AS kind,
  ${breakdown === undefined ? sql`'' AS value` : sql`value`}, level, page,
  [${join(visitors, ', ')}] AS visitors,
  [${join(medians, ', ')}] AS medians
FROM (
${selectNext(funnel)}
)
GROUP BY GROUPING SETS ((), ${join(sets, ', ')})
ORDER BY kind, level, page != '', visitors DESC, value, page
LIMIT ${integer(MAX_ROWS)} BY kind, level`,
  };
}

/** When a step was reached: epoch milliseconds, 0 if it was not. */
const timeColumn = (step: number): Sql => trusted(`time_${step}`);

/**
 * Chains with the first pageview after the last step, in its session: it began before that step. Events are joined to a number for
 * each step, which is faster than to an array of them.
 */
function selectNext(funnel: Funnel): Sql {
  const { websiteId, steps } = funnel;
  const { start, end } = funnelRange(funnel);
  const isNext = all([
    sql`type = 'pageview'`,
    sql`gone.level < ${trusted(`${steps.length}`)}`,
    sql`toUnixTimestamp64Milli(time) > gone.at`,
    sql`toUnixTimestamp64Milli(session_start) <= gone.at`,
  ]);
  // Its own event keeps a visitor without a next page.
  const isLastStep = sql`toUnixTimestamp64Milli(time) = gone.at`;
  const forTimes = (make: (time: Sql, step: Sql) => Sql) =>
    join(
      steps.map((_, place) => make(timeColumn(place + 1), trusted(`${place + 1}`))),
      ', ',
    );
  return sql`SELECT any(gone.level) AS level, any(gone.value) AS value, ${forTimes((time) => sql`any(gone.${time}) AS ${time}`)},
  ${pathAt('minIf', isNext)} AS page
FROM events
INNER JOIN (
SELECT visitor_id, level, value, toInt64(times[level]) AS at, ${forTimes((time, step) => sql`toInt64(times[${step}]) AS ${time}`)} FROM (
${selectChains(funnel)}
)
) AS gone ON events.visitor_id = gone.visitor_id
WHERE ${ofWebsite(websiteId)} AND ${inRange({ time: sql`time` }, { start, end: end + MAX_SESSION_MS })} AND type != 'leave' AND (${isNext} OR ${isLastStep})
GROUP BY events.visitor_id`;
}

/** Ten pages, those without a next page, and the rest. */
function toNext(dropOff: number, found: readonly Row[]): FunnelStep['next'] {
  const pages = found.filter(({ page }) => page !== '').slice(0, MAX_NEXT);
  const listed = [...found.filter(({ page }) => page === ''), ...pages].map(({ level, page, visitors }) => ({
    page: page === '' ? null : page,
    visitors: visitors[level - 1]!,
  }));
  const rest = dropOff - listed.reduce((sum, { visitors }) => sum + visitors, 0);
  return [
    ...listed.toSorted((one, other) => other.visitors - one.visitors),
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
function toRows(found: readonly Row[], total: readonly number[]) {
  const rest = total.map((count, place) => count - found.reduce((sum, { visitors }) => sum + visitors[place]!, 0));
  const toRow = (value: string | null, visitors: readonly number[]) => ({ value, steps: toCounts(visitors) });
  return [
    ...found.map(({ value, visitors }) => toRow(value === '' ? null : value, visitors)),
    ...((rest[0] ?? 0) > 0 ? [toRow(OTHER, rest)] : []),
  ];
}
