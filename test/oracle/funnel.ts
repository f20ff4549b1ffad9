import { fraction, rounded } from './exact.js';
import { type Filter, passes } from './query-rows.js';
import type { Counted } from './sessions.js';

/** The mistakes that a funnel could make and that the tests must notice. */
export const FUNNEL_MUTANTS = [
  'one-event-for-two-steps',
  'entry-outside-the-range',
  'entry-without-the-filter',
  'filter-on-later-steps',
  'steps-end-with-the-range',
  'window-from-the-step-before',
  'window-in-milliseconds',
  'earliest-entry',
  'ties-as-they-arrived',
  'strict-as-any',
  'strict-without-repeats',
] as const;

export interface FunnelQuestion {
  readonly mutant?: (typeof FUNNEL_MUTANTS)[number];
  readonly range: { readonly start: number; readonly end: number };
  readonly steps: readonly Filter[];
  readonly filter: Filter | undefined;
  readonly withinMs: number;
  readonly order: 'any' | 'strict';
  readonly scope: 'visitor' | 'session';
}

/** The best way of a visitor through a funnel: the events of its steps. */
type Chain = readonly Counted[];

/** What an event can be: an entry is in the range and passes the filter, a first step need not. */
interface Fit {
  readonly event: Counted;
  readonly isFirstStep: boolean;
  /** From 0; the first one only for an entry. */
  readonly steps: ReadonlySet<number>;
}

/** The best chain of each visitor who has an entry. */
export function chainsOf(ever: readonly Counted[], question: FunnelQuestion): readonly Chain[] {
  const { range, steps, filter, scope, mutant } = question;
  const inRange = ever.filter(({ time }) => time >= range.start && time < range.end);
  const isChosen = (event: Counted) => filter === undefined || passes(filter, event, inRange);
  const fits = ever
    .filter(({ time }) => time >= range.start || mutant === 'entry-outside-the-range')
    .filter(({ time }) => time < range.end || mutant !== 'steps-end-with-the-range')
    .filter((event) => mutant !== 'filter-on-later-steps' || isChosen(event))
    .map((event): Fit => {
      const [isFirstStep = false, ...others] = steps.map((step) => passes(step, event, inRange));
      const isEntry =
        isFirstStep && event.time < range.end && (mutant === 'entry-without-the-filter' || isChosen(event));
      const found = [isEntry, ...others].flatMap((does, step) => (does ? [step] : []));
      return { event, isFirstStep, steps: new Set(found) };
    });
  const visitors = new Map<string, Fit[]>();
  for (const fit of fits) {
    const known = visitors.get(fit.event.visitor) ?? [];
    visitors.set(fit.event.visitor, known);
    known.push(fit);
  }
  return [...visitors.values()].flatMap((own) => {
    const sessions = [...new Set(own.map(({ event }) => event.session))];
    const parts =
      scope === 'visitor' ? [own] : sessions.map((session) => own.filter(({ event }) => event.session === session));
    const compare = mutant === 'ties-as-they-arrived' ? byTime : byTurn;
    return bestOf(
      parts.flatMap((part) => chainsFrom(part.toSorted(compare), question)),
      mutant === 'earliest-entry',
    );
  });
}

const byTime = (one: Fit, other: Fit): number => one.event.time - other.event.time;

/** Lowest step first, then all of them as a number whose lowest bit is step 1; what serves no step comes first. */
function byTurn(one: Fit, other: Fit): number {
  const lowest = ({ steps }: Fit) => (steps.size === 0 ? -1 : Math.min(...steps));
  const asNumber = ({ steps }: Fit) => [...steps].reduce((sum, step) => sum + 2 ** step, 0);
  return (
    byTime(one, other) ||
    lowest(one) - lowest(other) ||
    asNumber(one) - asNumber(other) ||
    Number(one.isFirstStep) - Number(other.isFirstStep)
  );
}

/** The longest, of these that with the latest entry, of these the earliest, compared from the last event back. */
function bestOf(chains: readonly Chain[], isEarliest: boolean): readonly Chain[] {
  const compare = (one: Chain, other: Chain): number => {
    if (one.length !== other.length) return other.length - one.length;
    if (one[0]!.time !== other[0]!.time) return (other[0]!.time - one[0]!.time) * (isEarliest ? -1 : 1);
    return earlier(one, other);
  };
  return chains.toSorted(compare).slice(0, 1);
}

function earlier(one: Chain, other: Chain): number {
  for (let place = one.length - 1; place >= 0; place--) {
    const difference = one[place]!.time - other[place]!.time;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The best chain that begins with each entry. */
function chainsFrom(fits: readonly Fit[], { steps, withinMs, order, mutant }: FunnelQuestion): readonly Chain[] {
  const isAny = order === 'any' || mutant === 'strict-as-any';
  const within = mutant === 'window-in-milliseconds' ? withinMs / 1000 : withinMs;
  return fits.flatMap((entry, place) => {
    if (!entry.steps.has(0)) return [];
    const known = new Map<string, Chain>();
    /** The best events that follow the event at a place, if step is the last one that was reached. */
    const follow = (at: number, step: number): Chain => {
      const key = `${at} ${step}`;
      const found = known.get(key) ?? compute(at, step);
      known.set(key, found);
      return found;
    };
    const compute = (at: number, step: number): Chain => {
      if (step === steps.length - 1) return [];
      const own = fits[at]!;
      if (mutant === 'one-event-for-two-steps' && own.steps.has(step + 1)) return [own.event, ...follow(at, step + 1)];
      const next = fits[at + 1];
      if (next === undefined) return [];
      const since = mutant === 'window-from-the-step-before' ? own.event.time : entry.event.time;
      const isNext = next.steps.has(step + 1) && next.event.time <= since + within;
      const taken = isNext ? [[next.event, ...follow(at + 1, step + 1)]] : [];
      const isRepeat = mutant !== 'strict-without-repeats' && (step === 0 ? next.isFirstStep : next.steps.has(step));
      const passed = isAny || isRepeat ? [follow(at + 1, step)] : [];
      const all: readonly Chain[] = [...taken, ...passed];
      const [best = []] = all.toSorted((one, other) => other.length - one.length || earlier(one, other));
      return best;
    };
    return [[entry.event, ...follow(place, 0)]];
  });
}

/** The figures of a funnel, as the interface has them. */
export function funnelOf(ever: readonly Counted[], question: FunnelQuestion) {
  const chains = chainsOf(ever, question);
  const counts = countsOf(chains, question.steps.length);
  return counts.map((step, place) => ({
    ...step,
    medianSeconds:
      place === 0
        ? null
        : medianOf(
            chains.filter(({ length }) => length > place),
            place,
          ),
    next: nextOf(
      ever,
      chains.filter(({ length }) => length === place + 1 && length < question.steps.length),
    ),
  }));
}

/** By a value of the entry's session. */
export function funnelRowsOf(
  ever: readonly Counted[],
  question: FunnelQuestion,
  readValue: (event: Counted) => string | null,
) {
  const rows = new Map<string | null, Chain[]>();
  for (const chain of chainsOf(ever, question)) {
    const value = readValue(chain[0]!);
    rows.set(value, [...(rows.get(value) ?? []), chain]);
  }
  return new Map([...rows].map(([value, chains]) => [value, countsOf(chains, question.steps.length)]));
}

function countsOf(chains: readonly Chain[], steps: number) {
  const visitors = Array.from({ length: steps }, (_, place) => chains.filter(({ length }) => length > place).length);
  return visitors.map((count, place) => ({
    visitors: count,
    rate: rounded(fraction(count, visitors[0]!), 4),
    stepRate: place === 0 ? null : rounded(fraction(count, visitors[place - 1]!), 4),
    dropOff: count - (visitors[place + 1] ?? count),
  }));
}

function medianOf(chains: readonly Chain[], place: number): number | null {
  const times = chains.map((chain) => chain[place]!.time - chain[place - 1]!.time).toSorted((a, b) => a - b);
  if (times.length === 0) return null;
  const middle = [times[Math.floor((times.length - 1) / 2)]!, times[Math.ceil((times.length - 1) / 2)]!];
  return rounded(fraction(middle[0]! + middle[1]!, 2000), 2);
}

function nextOf(ever: readonly Counted[], chains: readonly Chain[]) {
  const pages = new Map<string | null, number>();
  for (const chain of chains) {
    const { session, time } = chain.at(-1)!;
    const later = ever.filter((event) => event.session === session && event.type === 'pageview' && event.time > time);
    const first = Math.min(...later.map((event) => event.time));
    const [page = null] = later
      .filter((event) => event.time === first)
      .map(({ path }) => path)
      .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    pages.set(page, (pages.get(page) ?? 0) + 1);
  }
  return pages;
}
