import { type Counts, NOTHING, type Part } from './counts.js';
import { type Comparing, type Left, LIMITS, type Setting } from './setting.js';
import { contrast, split } from './statistics.js';

/** Of conversions, a change of traffic and one of the rate are looked for; of other metrics, one of traffic. */
export type ChangeKind = 'traffic' | 'rate';

/** A part, or a pair of parts, and its counts. */
export interface Subject {
  readonly parts: readonly Part[];
  readonly counts: Counts;
  readonly conversions: Counts;
}

/** How far a part departs from the rest. `z` is 0 if it does not. */
export interface Finding extends Subject {
  readonly kind: ChangeKind;
  /** Of the change, in the metric. */
  readonly amount: number;
  readonly z: number;
  readonly g: number;
  readonly by: Comparing;
}

export function testPart(setting: Setting, kind: ChangeKind, subject: Subject, left: Left): Finding {
  const amount = findAmount(setting, kind, subject, left);
  let best: Finding = { ...subject, kind, amount, z: 0, g: 0, by: setting.comparisons[0]! };
  for (const by of setting.comparisons) {
    const found = compare(setting, kind, subject, left, by);
    if (Math.sign(found.z) === Math.sign(amount) && Math.abs(found.z) > Math.abs(best.z))
      best = { ...best, ...found, by };
  }
  return best;
}

function findAmount(setting: Setting, kind: ChangeKind, { counts, conversions }: Subject, { goal }: Left): number {
  if (goal === undefined) return setting.excess(counts);
  return split(counts, conversions)[kind];
}

const NO_FINDING = { z: 0, g: 0 };

function compare(
  { noise, goalNoise }: Setting,
  kind: ChangeKind,
  { parts, counts, conversions }: Subject,
  { traffic, goal }: Left,
  { later, earlier, times, turn }: Comparing,
) {
  const isRate = kind === 'rate' && goal !== undefined;
  const own = isRate ? conversions : counts;
  const all = isRate ? goal.total : traffic.total;
  const expected = isRate
    ? expectConversions(counts, conversions, traffic.total, goal.total, later, earlier)
    : { own: own[earlier], all: all[earlier], stretch: 1 };
  const used = isRate ? goalNoise! : noise;
  if (expected === undefined || own[later] + expected.own / times < LIMITS.least * used.counts) return NO_FINDING;
  const found = contrast(own[later], expected.own, all[later], expected.all);
  const spread = used.counts * expected.stretch + found.size * used.ofParts(parts);
  const rest = lift(all[later] - own[later], expected.all - expected.own, times);
  // Otherwise the rest departs more, so it has the cause.
  if (Math.abs(lift(own[later], expected.own, times)) <= Math.abs(rest)) return NO_FINDING;
  return { z: turn * found.sign * Math.sqrt(found.g / spread), g: found.g };
}

/** The conversions that the visits of a part, and of all, let expect at the rates and the length of the earlier range. */
function expectConversions(
  visits: Counts,
  conversions: Counts,
  allVisits: Counts,
  allConversions: Counts,
  later: Comparing['later'],
  earlier: Comparing['earlier'],
) {
  const level = allVisits[later] ? allVisits[earlier] / allVisits[later] : 0;
  const rise = visits[earlier] ? (visits[later] / visits[earlier]) * level : 0;
  const restThen = allVisits[earlier] - visits[earlier];
  const restRise = restThen ? ((allVisits[later] - visits[later]) / restThen) * level : 0;
  if (!rise) return undefined;
  const own = conversions[earlier] * rise;
  const all = own + (allConversions[earlier] - conversions[earlier]) * restRise;
  return { own, all, stretch: Math.max(1, (1 + rise) / 2) };
}

const lift = (now: number, then: number, times: number): number => Math.log((now + 0.5) / (then / times + 0.5));

/** Whether both parts of a pair, without it, stay with the rest. Otherwise a part is the cause, and not the pair. */
export function isOnlyPair(pair: Finding, wholes: readonly Subject[], { traffic, goal }: Left): boolean {
  const { later, earlier, times } = pair.by;
  const isRate = pair.kind === 'rate';
  const grow = (counts: Counts, conversions: Counts) =>
    lift(counts[later], counts[earlier], times) * (isRate ? -1 : 1) +
    (isRate ? lift(conversions[later], conversions[earlier], times) : 0);
  const without = (subject: Pick<Subject, 'counts' | 'conversions'>) =>
    grow(subtract(subject.counts, pair.counts), isRate ? subtract(subject.conversions, pair.conversions) : NOTHING);
  const rest = without({ counts: traffic.total, conversions: goal?.total ?? NOTHING });
  const own = grow(pair.counts, isRate ? pair.conversions : NOTHING) - rest;
  return wholes.every((whole) => (without(whole) - rest) / own < LIMITS.only);
}

const subtract = (one: Counts, other: Counts): Counts => ({
  now: one.now - other.now,
  before: one.before - other.before,
  pastNow: one.pastNow - other.pastNow,
  pastBefore: one.pastBefore - other.pastBefore,
});
