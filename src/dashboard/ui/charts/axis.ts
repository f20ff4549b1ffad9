import { scaleLinear } from 'd3-scale';
import { dateFormat, dayAndMonth } from '../../../lib/language/formats.js';

/** From zero to a round number, in round steps. */
export interface ValueAxis {
  readonly top: number;
  readonly ticks: readonly number[];
}

const VALUE_TICKS = 4;

/** Whole numbers, including `most`. */
export function valueAxis(most: number): ValueAxis {
  const scale = scaleLinear([0, Math.max(VALUE_TICKS, most)], [0, 1]).nice(VALUE_TICKS);
  const [, top = VALUE_TICKS] = scale.domain();
  return { top, ticks: scale.ticks(VALUE_TICKS).filter(Number.isInteger) };
}

/** May begin below zero. */
export interface NumberAxis extends ValueAxis {
  readonly bottom: number;
}

/** Includes zero and the values. */
export function numberAxis(values: readonly number[]): NumberAxis {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const scale = scaleLinear([least, least === most ? 1 : most], [0, 1]).nice(VALUE_TICKS);
  const [bottom = 0, top = 1] = scale.domain();
  return { bottom, top, ticks: scale.ticks(VALUE_TICKS) };
}

export interface TimeTick {
  /** Of the bucket. */
  readonly index: number;
  readonly label: string;
  /** Hidden where space is short. */
  readonly minor: boolean;
}

const MAX_TICKS = 8;
const MAX_DAYS_BY_NAME = 100;

const month = dateFormat({ month: 'short', timeZone: 'UTC' });

/** The date of a bucket's label, as if it were UTC. */
const parseLabelDate = (label: string): Date => new Date(label.slice(0, 10));

/**
 * Labels for buckets by their API names: local dates, or local times with their offset. Chooses hours, days or months
 * so that there are few labels.
 */
export function timeTicks(labels: readonly string[]): readonly TimeTick[] {
  const isHourly = labels[0]?.includes('T') ?? false;
  const days = new Set(labels.map((label) => label.slice(0, 10))).size;
  if (isHourly && days <= 2) return hourTicks(labels, days);
  if (days > MAX_DAYS_BY_NAME) return monthTicks(labels);
  const starts = labels.flatMap((label, index) => (startsDay(labels, index) ? [{ label, index }] : []));
  const chosen = everyNth(starts, Math.ceil(starts.length / MAX_TICKS));
  return withMinor(chosen.map(({ label, index }) => ({ index, label: dayAndMonth().format(parseLabelDate(label)) })));
}

/** Over several days, the day's name stands at its start. */
function hourTicks(labels: readonly string[], days: number): readonly TimeTick[] {
  const step = days === 1 ? 3 : 6;
  const isFull = (label: string) => label.slice(14, 16) === '00' && Number(label.slice(11, 13)) % step === 0;
  return withMinor(
    labels.flatMap((label, index) => {
      if (!isFull(label)) return [];
      const isDay = days > 1 && startsDay(labels, index);
      return [{ index, label: isDay ? dayAndMonth().format(parseLabelDate(label)) : label.slice(11, 16) }];
    }),
  );
}

/** First days of every month, every third month, or every year. */
function monthTicks(labels: readonly string[]): readonly TimeTick[] {
  const firsts = labels.flatMap((label, index) =>
    startsDay(labels, index) && label.slice(8, 10) === '01' ? [{ label, index }] : [],
  );
  const step = [1, 3, 6].find((months) => firsts.length / months <= MAX_TICKS + MAX_TICKS / 2) ?? 12;
  const chosen = firsts.filter(({ label }) => (Number(label.slice(5, 7)) - 1) % step === 0);
  return withMinor(
    chosen.map(({ label, index }) => ({
      index,
      label: label.slice(5, 7) === '01' ? label.slice(0, 4) : month().format(parseLabelDate(label)),
    })),
  );
}

const startsDay = (labels: readonly string[], index: number): boolean =>
  labels[index]?.slice(0, 10) !== labels[index - 1]?.slice(0, 10);

const everyNth = <Each>(all: readonly Each[], step: number): readonly Each[] =>
  all.filter((_, index) => index % step === 0);

const withMinor = (ticks: readonly Omit<TimeTick, 'minor'>[]): readonly TimeTick[] =>
  ticks.map((tick, index) => ({ ...tick, minor: index % 2 === 1 }));
