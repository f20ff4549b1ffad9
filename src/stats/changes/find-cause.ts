import { NOTHING, type Part, tabulate } from './counts.js';
import { type Evidence, type Left, LIMITS, type Setting } from './setting.js';
import { type ChangeKind, type Finding, isOnlyPair, type Subject, testPart } from './test-part.js';
import { areRelated, isNamed, rankTrait } from './traits.js';

/** A cause with what lies inside its first part. */
export interface Found extends Finding {
  readonly inside: Left | undefined;
}

export type Gone = readonly (readonly Part[])[];

export const readLeft = ({ traffic, goal }: Evidence, without: Gone, within?: Part): Left => ({
  traffic: tabulate(traffic.cube, { without, within }),
  goal: goal && tabulate(goal.cube, { without, within }),
});

/** The cause with the largest amount in what is left; undefined if nothing departs from the usual. */
export function findCause(evidence: Evidence, setting: Setting, gone: Gone, left: Left): Found | undefined {
  const kinds: readonly ChangeKind[] = evidence.goal === undefined ? ['traffic'] : ['traffic', 'rate'];
  const found = kinds.flatMap((kind) => searchKind(evidence, setting, gone, left, kind) ?? []);
  return found.sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))[0];
}

const findSubject = (part: Part, { goal }: Left): Subject => ({
  parts: [part],
  counts: part,
  conversions: goal?.find(part) ?? NOTHING,
});

function searchKind(evidence: Evidence, setting: Setting, gone: Gone, left: Left, kind: ChangeKind): Found | undefined {
  const tested = left.traffic.parts
    .filter(isNamed)
    .map((part) => testPart(setting, kind, findSubject(part, left), left))
    .filter(({ z }) => z !== 0)
    .sort((one, other) => other.g - one.g);
  const clear = tested.filter(({ z, amount }) => Math.abs(z) >= setting.bar && setting.isRelevant(amount));
  const surprising = tested
    .filter(({ z }) => Math.abs(z) >= LIMITS.promising)
    .sort((one, other) => Math.abs(other.z) - Math.abs(one.z));
  const promising = [...new Set([...clear.slice(0, LIMITS.candidates), ...surprising])].slice(0, LIMITS.candidates);
  const insides = new Map(promising.map((each) => [each.parts[0]!, readLeft(evidence, gone, each.parts[0])]));
  const top = findPair(setting, kind, left, promising, insides, clear[0]);
  if (top === undefined) return undefined;
  const speaker = top.parts.length > 1 ? top : findSpeaker(setting, top, promising, insides);
  return { ...speaker, inside: insides.get(speaker.parts[0]!) };
}

type Insides = ReadonlyMap<Part, Left>;

/** The best of all pairs of a promising part and another one, or the best single part. */
function findPair(
  setting: Setting,
  kind: ChangeKind,
  left: Left,
  promising: readonly Finding[],
  insides: Insides,
  best: Finding | undefined,
): Finding | undefined {
  let top = best;
  for (const each of promising) {
    const part = each.parts[0]!;
    const inside = insides.get(part)!;
    for (const other of inside.traffic.parts) {
      if (other.trait === part.trait || !isNamed(other)) continue;
      const { counts, conversions } = findSubject(other, inside);
      const pair = testPart(setting, kind, { parts: [part, other], counts, conversions }, left);
      if (Math.abs(pair.z) < setting.bar + LIMITS.pair || !setting.isRelevant(pair.amount)) continue;
      if (!isBetter(pair, top)) continue;
      const whole = left.traffic.parts.find(({ trait, value }) => trait === other.trait && value === other.value)!;
      if (isOnlyPair(pair, [findSubject(part, left), findSubject(whole, left)], left)) top = pair;
    }
  }
  return top;
}

function isBetter(pair: Finding, top: Finding | undefined): boolean {
  if (top === undefined) return pair.g > 0;
  if (top.parts.length === 1) return pair.g > LIMITS.pairG * top.g;
  if (pair.g <= LIMITS.same * top.g) return false;
  return pair.g * LIMITS.same > top.g || tell(pair) < tell(top);
}

/** Smaller says more. */
const tell = ({ parts }: Subject): number => parts.reduce((all, { trait }) => all + rankTrait(trait), 0);

/** The same people under another name, or inside a larger change: the more telling dimension speaks for them. */
function findSpeaker(setting: Setting, best: Finding, promising: readonly Finding[], insides: Insides): Finding {
  let top = best;
  const change = ({ now, before }: Part) => Math.abs(now - before);
  for (const each of promising) {
    if (each === top || Math.sign(each.z) !== Math.sign(top.z)) continue;
    if (tell(each) > tell(top) || Math.abs(each.z) < setting.bar) continue;
    const [own, other] = [each.parts[0]!, top.parts[0]!];
    const both = insides
      .get(own)!
      .traffic.parts.find(({ trait, value }) => trait === other.trait && value === other.value);
    if (both === undefined || change(both) < LIMITS.same * change(other)) continue;
    const covers =
      change(own) >= change(other) && each.g >= LIMITS.cover * top.g && !areRelated(own.trait, other.trait);
    const isSame = each.g >= LIMITS.same * top.g && change(both) >= LIMITS.same * change(own);
    if (covers || isSame) top = each;
  }
  return top;
}
