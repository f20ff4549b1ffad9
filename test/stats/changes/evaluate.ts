// Plants changes in generated traffic and grades the answers. The rules are those by which LIMITS was chosen: a case is clear
// before the answer is looked at, by the generator alone.
import { type Cause, type Explanation, explain } from '../../../src/stats/changes/explain.js';
import type { ChangeMetric } from '../../../src/stats/changes/setting.js';
import { traits } from '../../../src/stats/changes/traits.js';
import { evidenceOf, nameOf, type Traffic } from './evidence.js';
import { generate, makeSite, random, type Site } from './generate.js';
import { countRegion, type Kind, kinds, type Planted, plant, type Region, type Truth } from './plant.js';

export interface Case {
  readonly name: string;
  readonly kind: Kind;
  readonly isClear: boolean;
  /** Place of the planted cause among those named; -1 if it is not. */
  readonly place: number;
  readonly claims: number;
  /** Whether causes and rest add up to the change. */
  readonly isExact: boolean;
  readonly text: string;
}

/** All kinds of changes, on one website. `nothing` has as many cases as `nothings` says. */
export async function evaluateSite(
  seed: number,
  perDay: number,
  length: number,
  nothings = 5,
): Promise<readonly Case[]> {
  const site = makeSite(seed, perDay);
  const first = 28 + length;
  const warm = generate(site, -3, 0, seed + 1);
  const past = generate(site, 0, 28, seed + 2, { ring: warm.ring });
  const before = generate(site, 28, first, seed + 3, { ring: past.ring });
  const { ring } = before;
  const cases: Case[] = [];
  const all = [...kinds, ...Array.from({ length: nothings - 1 }, (): Kind => 'nothing')];
  for (const [number, kind] of all.entries()) {
    const own = seed * 37 + number;
    const u = random(own);
    const now = generate(site, first, first + length, own, { ring, fresh: first }).block;
    const planted = plant(kind, { site, pool: past.block, before: before.block, now, ring, length }, own + 1);
    if (planted === undefined) continue;
    const ofGoal = ['conversions break', 'mix shift', 'source, in conversions'].includes(kind);
    const metric: ChangeMetric =
      ofGoal || number === all.length - 1 ? 'conversions' : u.pick(['visits', 'visitors', 'pageviews'] as const);
    const traffic: Traffic = { site, history: past.block, before: planted.before, now: planted.now, length };
    const answer = await explain(evidenceOf(traffic, metric));
    cases.push({
      name: `${perDay} a day, ${length} days, seed ${seed}: ${kind}, ${metric}`,
      kind,
      isClear: isClear(planted, traffic, metric, ofGoal),
      place: grade(answer.causes, planted.truth, kind, site),
      claims: answer.causes.length,
      isExact: isExact(answer),
      text: `${describeTruth(planted.truth, site)} => ${answer.causes.map(describeCause).join('; ') || answer.verdict}`,
    });
  }
  return cases;
}

function isExact({ now, before, causes, rest }: Explanation): boolean {
  const explained = causes.reduce((all, cause) => all + cause.now - cause.before, 0);
  const left = causes.some(({ kind }) => kind === 'alike') ? 0 : rest;
  return Math.abs(explained + left - (now - before)) < 1e-6;
}

/** Whether what was planted is 3 % of all, and several times the noise of its part. */
function isClear(
  { now, before, truth }: Planted,
  { site, length }: Traffic,
  metric: ChangeMetric,
  ofGoal: boolean,
): boolean {
  if (truth.isNothing) return false;
  if (truth.isSilent) return truth.sessions >= 20;
  if (truth.alike !== undefined) {
    const ratio = (site.dayNoise * Math.sqrt(2 / length) + 0.02) * before.n;
    return truth.sessions >= 4 * Math.sqrt(now.n + before.n + ratio ** 2);
  }
  const relative = length >= 7 ? 0.08 : 0.17;
  const noise = (one: number, other: number) =>
    (metric === 'pageviews' ? 1.4 : 1) *
    Math.sqrt(one + other + 1 + (relative * Math.max(1, Math.min(one, other))) ** 2);
  if (ofGoal) {
    const { region } = truth.regions[0]!;
    const [later, earlier] = [now, before].map((block) => countRegion(block, region, (i) => block.conversions[i]!)) as [
      number,
      number,
    ];
    const all = countRegion(before, [], (i) => before.conversions[i]!);
    const change = truth.conversions ?? Math.abs(later - earlier);
    return Math.min(change, Math.abs(later - earlier)) >= 5 * noise(later, earlier) && change >= 0.03 * all;
  }
  return truth.regions.every(({ region, up }) => {
    const later = countRegion(now, region) + (up || truth.isBack ? 0 : truth.sessions);
    return truth.sessions >= 5 * noise(later, countRegion(before, region)) && truth.sessions >= 0.03 * before.n;
  });
}

function grade(causes: readonly Cause[], truth: Truth, kind: Kind, site: Site): number {
  if (truth.alike !== undefined) {
    return causes.findIndex((cause) => cause.kind === 'alike' && Math.sign(cause.amount) === truth.alike);
  }
  const places = truth.regions.map(({ region, up }) =>
    causes.findIndex(
      (cause) =>
        isSame(cause, region, kind, site) &&
        cause.amount > 0 === up &&
        (!truth.isSilent || cause.kind === 'silent') &&
        (!truth.isRate || cause.kind !== 'traffic' || Math.abs(cause.split!.rate) > Math.abs(cause.split!.traffic)) &&
        (!truth.isMix || cause.kind === 'traffic'),
    ),
  );
  const found = places.filter((place) => place >= 0);
  if (found.length === 0) return -1;
  return truth.isAny ? Math.min(...found) : places[0]!;
}

/** A pair may be named as a part with the other one as its detail. */
function isSame({ parts, detail }: Cause, region: Region, kind: Kind, site: Site): boolean {
  const named = region.length > 1 && detail !== undefined ? [...parts, detail.part] : parts;
  const isNamed = region.every(({ d, v }) =>
    named.some(({ trait, value }) => trait === traits[d]!.name && value === nameOf(site, d, v)),
  );
  return isNamed && (parts.length <= region.length || kind === 'new post');
}

const describeTruth = ({ regions, alike, sessions, conversions }: Truth, site: Site): string =>
  `${conversions ?? sessions} ${alike ? 'alike' : ''}${regions
    .map(
      ({ region, up }) =>
        (up ? '+' : '-') + region.map(({ d, v }) => `${traits[d]!.name}=${nameOf(site, d, v)}`).join('&'),
    )
    .join(' ')}`;

const describeCause = ({ kind, parts, amount }: Cause): string =>
  `${kind} ${parts.map(({ trait, value }) => `${trait}=${value}`).join('&')} ${Math.round(amount)}`;

/** What a report on cases says. */
export function summarize(cases: readonly Case[]) {
  const clear = cases.filter(({ isClear }) => isClear);
  const nothing = cases.filter(({ kind }) => kind === 'nothing');
  return {
    clear: clear.length,
    first: clear.filter(({ place }) => place === 0).length,
    nothing: nothing.length,
    claimed: nothing.filter(({ claims }) => claims > 0).length,
    isExact: cases.every(({ isExact }) => isExact),
    wrong: [...clear.filter(({ place }) => place !== 0), ...nothing.filter(({ claims }) => claims > 0)].map(
      ({ name, text }) => `${name}: ${text}`,
    ),
  };
}
