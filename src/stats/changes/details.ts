import type { Calendar } from './calendar.js';
import type { Counts, Part, Table } from './counts.js';
import { sum } from './statistics.js';
import { areRelated, isNamed, rankTrait } from './traits.js';

const MOSTLY = 0.6;
const MORE_THAN_ALL = 1.5;

/** A part of another dimension that has most of a part's change. */
export interface Detail {
  readonly part: Part;
  /** Of the change. */
  readonly share: number;
}

/** As in "mostly to /blog/x": with most of the change, and more of it than of all. */
export function findDetail(part: Part, inside: Table, left: Table): Detail | undefined {
  const change = part.now - part.before;
  const rank = ({ part: { trait }, share }: Detail) => share - 0.01 * rankTrait(trait);
  return inside.parts
    .filter((each) => each.trait !== part.trait && !areRelated(part.trait, each.trait) && isNamed(each))
    .map((each) => ({ part: each, share: (each.now - each.before) / change }))
    .filter(
      (each) =>
        each.share >= MOSTLY && each.share >= MORE_THAN_ALL * (left.find(each.part).before / (left.total.before || 1)),
    )
    .sort((one, other) => rank(other) - rank(one))[0];
}

/** Places in the range's days, from 0. */
export type Moment = { readonly on: number } | { readonly from: number };

/** When in the range a part changed: on one day, or from a day on; undefined if all along. */
export function findMoment(
  days: readonly number[],
  { places }: Calendar,
  { now, before }: Pick<Counts, 'now' | 'before'>,
): Moment | undefined {
  if (places.now.length < 3) return undefined;
  const usual = places.before.reduce((all, place) => all + days[place]!, 0) / (places.before.length || 1);
  const over = places.now.map((place) => days[place]! - usual);
  const whole = sum(over);
  const sign = Math.sign(whole);
  if (sign === 0 || sign !== Math.sign(now - before)) return undefined;
  const top = over.reduce((best, each, place) => (sign * each > sign * over[best]! ? place : best), 0);
  if (over[top]! / whole >= 0.7) return { on: top };
  for (let from = over.length - 2; from > 0; from--) {
    const isQuietBefore = Math.abs(sum(over, 0, from)) < 0.2 * Math.abs(whole);
    if (sum(over, from) / whole >= 0.9 && isQuietBefore) return { from };
  }
  return undefined;
}
