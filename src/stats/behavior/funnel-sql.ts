import { integer, join, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { MAX_SESSION_MS } from '../../collect/sessions/session.js';
import type { Range } from '../../time/index.js';
import { columnSql } from '../dimensions.js';
import { all, type Filter, filterSql } from '../filters.js';
import { during, readEvents, withVisitors } from '../sources/conditions.js';
import { chosenEvents } from '../sources/events.js';
import type { Funnel } from './parse-funnel.js';

/** How long after the first step the last one can be. */
export const reachMs = ({ withinMs, scope }: Funnel): number =>
  scope === 'session' ? Math.min(withinMs, MAX_SESSION_MS) : withinMs;

/** When steps can be: the first one in the range, and later ones past its end. */
export const funnelRange = (funnel: Funnel): Range => ({
  start: funnel.range.start,
  end: funnel.range.end + reachMs(funnel),
});

/**
 * Selects one row for each visitor with an event of the first step: `visitor_id`, `level` (the number of the last step
 * reached), `times` of the steps up to it (epoch milliseconds), and `value`, the breakdown's value at the first step.
 *
 * A visitor has the best chain of events: of those with the highest level, the one with the latest first step, and the
 * earliest events that follow it.
 */
export function selectChains(funnel: Funnel): Sql {
  const chains = sql`SELECT visitor_id, level, start,
  ${timesSql(funnel)} AS times,
  ${funnel.breakdown === undefined ? sql`''` : sql`arrayFirst(each -> each.1 = start, traits).2`} AS value
FROM (
  SELECT *, toUInt8(${bestSql(funnel, (step) => trusted(`${step}`))}) AS level, ${bestSql(funnel, (step) => startSql(funnel, step))} AS start
  FROM (SELECT *, ${foldSql(funnel)} AS state FROM (
${selectWords(funnel)}
  ))
)`;
  if (funnel.scope === 'visitor') return chains;
  return sql`SELECT visitor_id, best.1 AS level, best.2 AS times, best.3 AS value
FROM (SELECT visitor_id, argMax((level, times, value), (level, start)) AS best FROM (
${chains}
) GROUP BY visitor_id)`;
}

/** A word has the time in front of these bits. */
const TIME_SHIFT = trusted('21');

/** Two copies of the bits of steps are behind the time. */
const STEP_SHIFT = trusted('10');

/**
 * Selects the events of each visitor, or session, as numbers that sort by time. Bit n of a word says that the event can
 * be step n; bit 0, that it repeats step 1. The lowest step and then all steps order events of one instant, so that the
 * order of rows never matters.
 */
function selectWords(funnel: Funnel): Sql {
  const { websiteId, range, filter, steps, order, scope, breakdown } = funnel;
  const read = { websiteId, range: funnelRange(funnel), filter: undefined };
  const toSql = (each: Filter) => filterSql(withVisitors(each, funnel));
  const [first, ...others] = steps.map(toSql);
  const entry = all([first!, during(sql`time`, range), ...(filter === undefined ? [] : [toSql(filter)])]);
  const bits = [entry, ...others].map((fits, place) => sql`if(${fits}, ${trusted(`${2 ** (place + 1)}`)}, 0)`);
  const by = scope === 'session' ? sql`visitor_id, session_start` : sql`visitor_id`;
  const trait = breakdown === undefined ? sql`` : sql`, toString(${columnSql(breakdown)}) AS trait`;
  const traits = breakdown === undefined ? sql`` : sql`, groupArrayIf((ms, trait), bitTest(fits, 1)) AS traits`;
  const word = sql`bitOr(bitShiftLeft(ms, ${TIME_SHIFT}), bitOr(bitShiftLeft(bitAnd(fits, bitNot(fits) + 1), ${STEP_SHIFT}), bitOr(fits, repeats)))`;
  return sql`SELECT ${by}, arraySort(groupArray(${word})) AS words${traits}
FROM (
  SELECT visitor_id, session_start, toUInt64(toUnixTimestamp64Milli(time)) AS ms,
    toUInt64(${join(bits, ' + ')}) AS fits,
    toUInt64(${order === 'strict' ? sql`if(${first!}, 1, 0)` : sql`0`}) AS repeats${trait}
  FROM ${readEvents(read, { dimensions: breakdown === undefined ? [] : [breakdown], filters: [filter, ...steps] })}
  WHERE ${chosenEvents(read)}
)${order === 'any' ? sql`\nWHERE fits != 0` : sql``}
GROUP BY ${by}
HAVING max(bitTest(fits, 1))`;
}

const TIME = sql`bitShiftRight(word, ${TIME_SHIFT})`;

const fitsStep = (step: number): Sql => trusted(`bitTest(word, ${step})`);
const part = (number: number): Sql => trusted(`state.${number}`);

const forSteps = <Result>({ steps }: Funnel, make: (step: number) => Result): readonly Result[] =>
  steps.map((_, place) => make(place + 1));

/**
 * The state after all events. Part n is the latest first step of a chain that has reached step n, in epoch
 * milliseconds, or 0. In strict order those are the chains that the event before can still continue, and as many more
 * parts have the latest that ever reached step n. Each state is made of the one before alone, so that one event serves
 * one step.
 */
function foldSql(funnel: Funnel): Sql {
  const { order, withinMs } = funnel;
  const isInTime = (step: number) => sql`${TIME} <= ${part(step)} + toUInt64(${integer(withinMs)})`;
  const next = forSteps(funnel, (step) => {
    if (order === 'any') {
      return step === 1
        ? sql`if(${fitsStep(1)}, ${TIME}, ${part(1)})`
        : sql`if(${fitsStep(step)} AND ${isInTime(step - 1)}, ${part(step - 1)}, ${part(step)})`;
    }
    return step === 1
      ? sql`if(${fitsStep(1)}, ${TIME}, if(${fitsStep(0)}, ${part(1)}, toUInt64(0)))`
      : sql`if(${fitsStep(step)}, greatest(${part(step)}, if(${isInTime(step - 1)}, ${part(step - 1)}, toUInt64(0))), toUInt64(0))`;
  });
  const ever = order === 'any' ? [] : forSteps(funnel, (step) => startSql(funnel, step));
  const zeros = [...next, ...ever].map(() => sql`toUInt64(0)`);
  return sql`arrayFold((state, word) -> tuple(${join([...next, ...ever], ', ')}), words, tuple(${join(zeros, ', ')}))`;
}

/** Of a state: the latest first step of a chain that has reached a step. */
const startSql = ({ order, steps }: Funnel, step: number): Sql =>
  order === 'any' ? part(step) : sql`greatest(${part(step)}, ${part(steps.length + step)})`;

/** Picks something of the highest step that was reached. */
function bestSql(funnel: Funnel, pick: (step: number) => Sql): Sql {
  const choices = forSteps(funnel, (step) => sql`${startSql(funnel, step)} > 0, ${pick(step)}`).toReversed();
  return sql`multiIf(${join(choices, ', ')}, 0)`;
}

const NO_TIMES = sql`CAST([], 'Array(UInt64)')`;

function timesSql(funnel: Funnel): Sql {
  if (funnel.order === 'strict') return strictTimesSql(funnel);
  return sql`arrayFold((found, word) -> if(length(found) < level AND bitTest(word, length(found) + 1), arrayPushBack(found, ${TIME}), found),
    arrayFilter(word -> ${TIME} >= start, words), ${NO_TIMES})`;
}

/** Like {@link foldSql} for the one first step, with the times of each chain. */
function strictTimesSql(funnel: Funnel): Sql {
  const { steps } = funnel;
  const next = forSteps(funnel, (step) =>
    step === 1
      ? sql`multiIf(${fitsStep(1)} AND ${TIME} = start, [start], ${fitsStep(0)}, ${part(1)}, ${NO_TIMES})`
      : sql`multiIf(NOT ${fitsStep(step)}, ${NO_TIMES}, notEmpty(${part(step)}), ${part(step)}, notEmpty(${part(step - 1)}), arrayPushBack(${part(step - 1)}, ${TIME}), ${NO_TIMES})`,
  );
  const firstEver = (step: number) =>
    sql`if(notEmpty(${part(steps.length + step)}), ${part(steps.length + step)}, ${part(step)})`;
  const ever = forSteps(funnel, firstEver);
  const empty = [...next, ...ever].map(() => NO_TIMES);
  return sql`arrayElement(arrayMap(state -> [${join(ever, ', ')}], [arrayFold((state, word) -> tuple(${join([...next, ...ever], ', ')}),
    arrayFilter(word -> ${TIME} >= start, words), tuple(${join(empty, ', ')}))])[1], level)`;
}
