import { setImmediate } from 'node:timers/promises';
import { type Calendar, HISTORY_DAYS } from './calendar.js';
import { type Counts, findDaily, type History, type Part, tabulate } from './counts.js';
import { type Detail, findDetail, findMoment, type Moment } from './details.js';
import { type Found, findCause, readLeft } from './find-cause.js';
import { findSilent } from './find-silent.js';
import { learnNoise } from './noise.js';
import { type Evidence, type Left, LIMITS, prepare, type Setting } from './setting.js';
import { contrastAlone, type Split, split, sum } from './statistics.js';
import type { Subject } from './test-part.js';

/** Why a figure is another one than before, as far as counts can tell. Causes and the rest add up to the change. */
export interface Explanation {
  readonly now: number;
  readonly before: number;
  readonly causes: readonly Cause[];
  /** The change of all that is not part of a cause. */
  readonly rest: number;
  /** `usual`: nothing departs from the usual, nor does the total; `unclear`: the total does, but no part stands out. */
  readonly verdict: 'causes' | 'usual' | 'unclear' | 'few';
  /** Whether there was enough history to learn what is usual. */
  readonly isSteady: boolean;
  /** The usual spread of the change. */
  readonly usual: number;
}

export interface Cause {
  readonly kind: 'silent' | 'traffic' | 'rate' | 'alike';
  /** None for `alike`; two for a pair. */
  readonly parts: readonly Part[];
  readonly now: number;
  readonly before: number;
  /** The change without that which is usual for the weekdays. */
  readonly amount: number;
  /** Whether the range before was unusual, and not the range. */
  readonly isBack?: boolean;
  /** Whether neither the range before nor the history has any. */
  readonly isNew?: boolean;
  readonly detail?: Detail | undefined;
  readonly moment?: Moment | undefined;
  /** Of a silent page, places of the days. */
  readonly days?: readonly number[];
  /** Of conversions. */
  readonly visits?: Counts;
  readonly split?: Split;
}

const MIN_COUNT = 20;

export async function explain(evidence: Evidence): Promise<Explanation> {
  const { traffic, goal } = evidence;
  const { total } = tabulate((goal ?? traffic).cube);
  const setting = prepare(evidence, total);
  const { now, before } = total;
  const shared = { now, before, usual: setting.usual, isSteady: setting.noise.isSteady };
  if (now + before < MIN_COUNT) return { ...shared, causes: [], rest: now - before, verdict: 'few' };
  const found: Cause[] = [...listSilent(evidence, setting)];
  const gone: (readonly Part[])[] = found.map(({ parts }) => parts);
  while (found.length < LIMITS.causes) {
    // A search takes some milliseconds, between which others are answered.
    await setImmediate();
    const left = readLeft(evidence, gone);
    const next = findCause(evidence, setting, gone, left);
    if (next === undefined) break;
    found.push(describe(evidence, next, left));
    gone.push(next.parts);
  }
  const left = readLeft(evidence, gone);
  const alike = findAlike(setting, left);
  if (alike !== undefined) found.push(alike);
  const rest = (left.goal ?? left.traffic).total;
  const isUsual = Math.abs(setting.surprise) < LIMITS.alike;
  return {
    ...shared,
    causes: found.sort(byImportance),
    rest: rest.now - rest.before,
    verdict: found.length > 0 ? 'causes' : isUsual ? 'usual' : 'unclear',
  };
}

/** A silent page comes first: its tracking may be broken. */
const byImportance = (one: Cause, other: Cause): number =>
  Number(other.kind === 'silent') - Number(one.kind === 'silent') || Math.abs(other.amount) - Math.abs(one.amount);

function listSilent({ visits, traffic, goal, calendar, metric }: Evidence, { noise }: Setting): readonly Cause[] {
  const own = metric === 'pageviews' ? learnNoise(visits, calendar) : noise;
  const main = tabulate((goal ?? traffic).cube);
  return findSilent(visits, traffic.cube, calendar, own)
    .slice(0, LIMITS.causes)
    .map(({ part, days, lost }) => {
      const { now, before } = main.find(part);
      return { kind: 'silent', parts: [part], now, before, amount: -lost, days };
    });
}

function describe({ traffic, goal, calendar }: Evidence, found: Found, left: Left): Cause {
  const { kind, parts, counts, conversions, amount, by, inside } = found;
  const { now, before } = goal === undefined ? counts : conversions;
  const isNew = isUnseen(found, traffic.history, calendar);
  const cause = { kind, parts, now, before, amount, isBack: by.later === 'before', isNew };
  const ofGoal = goal === undefined ? {} : { visits: counts, split: split(counts, conversions) };
  const [part, other] = parts;
  if (other !== undefined) return { ...cause, ...ofGoal };
  const days = findDaily((goal ?? traffic).history, part!)?.days;
  return {
    ...cause,
    ...ofGoal,
    detail: inside && findDetail(part!, inside.traffic, left.traffic),
    moment: days && findMoment(days, calendar, { now, before }),
  };
}

/** Of a pair, the history has only the counts of each part, and those of the pair in the ranges' own weekdays. */
function isUnseen({ parts, counts }: Subject, history: History, { pasts }: Calendar): boolean {
  const isPair = parts.length > 1;
  const hasNone = (part: Part) => sum((findDaily(history, part)?.days ?? []).slice(0, HISTORY_DAYS)) === 0;
  const hasNoPast = counts.pastNow + counts.pastBefore === 0;
  return counts.before === 0 && hasNoPast && (parts.some(hasNone) || (isPair && pasts > 0));
}

/** Whether all that is left rose or fell alike. */
function findAlike({ mainNoise, factor, isRelevant }: Setting, left: Left): Cause | undefined {
  const { now, before } = (left.goal ?? left.traffic).total;
  const { g, size, sign } = contrastAlone(now, before * factor);
  const surprise = sign * Math.sqrt(g / (mainNoise.counts + size * mainNoise.total));
  const amount = now - before * factor;
  if (!(Math.abs(surprise) >= LIMITS.alike && isRelevant(amount))) return undefined;
  const ofGoal =
    left.goal === undefined ? {} : { visits: left.traffic.total, split: split(left.traffic.total, left.goal.total) };
  return { kind: 'alike', parts: [], now, before, amount, ...ofGoal };
}
