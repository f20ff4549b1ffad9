import { OTHER } from '../names.js';
import { type Calendar, HISTORY_DAYS } from './calendar.js';
import type { DailyPart, History } from './counts.js';
import { traits } from './traits.js';

/**
 * A cause is at least 1 % of a range: the values with this share are all that can be one, or a pair's other part, or a
 * detail.
 */
export const MIN_SHARE = 0.004;

/** Of a trait's values, which are a parameter of a statement: the embedded engine takes 256 KiB with all that is escaped. */
const MAX_BYTES = 60_000;

/**
 * The values of each trait that are told apart, the most frequent first behind the name of all others.
 *
 * @param least their share of the visits or of the metric, in any of the ranges or on their weekdays before
 */
export function keepValues(
  histories: readonly History[],
  calendar: Calendar,
  least = MIN_SHARE,
): readonly (readonly string[])[] {
  const stretches = listStretches(calendar);
  const shares = new Map<string, number>();
  for (const { total, parts } of histories) {
    const totals = stretches.map((places) => add(total, places));
    for (const part of parts) {
      const own = stretches.map((places, at) => (totals[at] ? add(part.days, places) / totals[at]! : 0));
      const key = JSON.stringify([part.trait, part.value]);
      shares.set(key, Math.max(shares.get(key) ?? 0, ...own));
    }
  }
  const kept = [...shares].filter(([, share]) => share >= least).sort(([, one], [, other]) => other - one);
  const named = kept.map(([key]) => JSON.parse(key) as [DailyPart['trait'], string]);
  return traits.map(({ name, bits }) => {
    const values = named.flatMap(([trait, value]) => (trait === name && value !== OTHER ? [value] : []));
    return [OTHER, ...takeTexts(values, MAX_BYTES).slice(0, 2 ** bits - 1)];
  });
}

/** Without those that exceed the bytes of all together. */
function takeTexts(texts: readonly string[], bytes: number): readonly string[] {
  let left = bytes;
  return texts.filter((text) => {
    const length = Buffer.byteLength(text);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

/** Both ranges, and the days of the history with the weekdays of each. */
function listStretches({ places, weekdays }: Calendar): readonly (readonly number[])[] {
  const history = Array.from({ length: HISTORY_DAYS }, (_, place) => place);
  const pasts = [weekdays.now, weekdays.before].map((own) => history.filter((place) => own.includes(place % 7)));
  return [places.now, places.before, ...pasts];
}

const add = (days: readonly number[], places: readonly number[]): number =>
  places.reduce((total, place) => total + days[place]!, 0);
