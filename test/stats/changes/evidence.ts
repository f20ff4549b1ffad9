// The evidence of generated sessions, counted one by one: what the statements of src/stats/changes must give.
import type { Calendar } from '../../../src/stats/changes/calendar.js';
import type { Combinations, DailyPart, History, Side } from '../../../src/stats/changes/counts.js';
import { keepValues } from '../../../src/stats/changes/keep-values.js';
import type { ChangeMetric, Evidence } from '../../../src/stats/changes/setting.js';
import { traits } from '../../../src/stats/changes/traits.js';
import { type Block, type Site, TRAITS } from './generate.js';

const HISTORY = 28;

/** The sessions of the history, of the range before and of the range, by days from 0. */
export interface Traffic {
  readonly site: Site;
  readonly history: Block;
  readonly before: Block;
  readonly now: Block;
  /** Of each range, in days. */
  readonly length: number;
}

type Days = readonly [start: number, end: number];

export function windowsOf(length: number): Readonly<Record<Side, readonly Days[]>> {
  const now: Days = [HISTORY + length, HISTORY + 2 * length];
  const before: Days = [HISTORY, HISTORY + length];
  const pasts = (days: Days) =>
    Array.from({ length: 9 }, (_, back): Days => [days[0] - 7 * back, days[1] - 7 * back]).filter(
      ([start, end]) => start >= 0 && end <= HISTORY,
    );
  const apart = (all: readonly Days[]) => {
    const kept: Days[] = [];
    for (const each of all) if (kept.length === 0 || each[1] <= kept.at(-1)![0]) kept.push(each);
    return kept;
  };
  const [pastNow, pastBefore] = [apart(pasts(now)), apart(pasts(before))];
  const fitting = Math.min(pastNow.length, pastBefore.length);
  return { now: [now], before: [before], pastNow: pastNow.slice(0, fitting), pastBefore: pastBefore.slice(0, fitting) };
}

const count = (from: number, length: number) => Array.from({ length }, (_, place) => from + place);

export function calendarOf(length: number): Calendar {
  const places = { now: count(HISTORY + length, length), before: count(HISTORY, length) };
  const toWeekdays = (own: readonly number[]) => own.map((day) => day % 7);
  return {
    length,
    distance: length,
    pasts: windowsOf(length).pastNow.length,
    weekdays: { now: toWeekdays(places.now), before: toWeekdays(places.before) },
    places,
  };
}

/** The name of a value; a value that the website did not have before is a new campaign. */
export const nameOf = ({ names }: Site, trait: number, value: number): string => names[trait]![value] ?? 'autumn';

/** By which a session counts: visitors count by their first one in the days. */
function weigh(blocks: readonly Block[], metric: ChangeMetric, [start, end]: Days, add: Add): void {
  const seen = new Set<number>();
  for (const block of blocks) {
    const inside = count(0, block.n).filter((i) => block.day[i]! >= start && block.day[i]! < end);
    if (metric === 'visitors') inside.sort((one, other) => block.day[one]! - block.day[other]! || one - other);
    for (const i of inside) {
      if (metric === 'visitors') {
        if (!seen.has(block.visitor[i]!)) add(block, i, 1);
        seen.add(block.visitor[i]!);
      } else if (metric === 'visits') add(block, i, 1);
      else add(block, i, metric === 'pageviews' ? block.views[i]! : block.conversions[i]!);
    }
  }
}

type Add = (block: Block, i: number, count: number) => void;

/** Of visitors, visits. */
export function historyOf(traffic: Traffic, metric: ChangeMetric): History {
  const days = HISTORY + 2 * traffic.length;
  const total = new Array<number>(days).fill(0);
  const own = traits.map(() => new Map<number, number[]>());
  const blocks = [traffic.history, traffic.before, traffic.now];
  weigh(blocks, metric === 'visitors' ? 'visits' : metric, [0, days], (block, i, n) => {
    if (n === 0) return;
    const day = block.day[i]!;
    total[day]! += n;
    for (let d = 0; d < TRAITS; d++) {
      const value = block.dims[d]![i]!;
      const list = own[d]!.get(value) ?? new Array<number>(days).fill(0);
      own[d]!.set(value, list);
      list[day]! += n;
    }
  });
  const parts = traits.flatMap(({ name }, d) =>
    [...own[d]!].map(
      ([value, list]): DailyPart => ({ trait: name, value: nameOf(traffic.site, d, value), days: list }),
    ),
  );
  return { total, parts };
}

export function cubeOf(traffic: Traffic, metric: ChangeMetric, values: readonly (readonly string[])[]): Combinations {
  const codes = traits.map((_, d) => {
    const byName = new Map(values[d]!.map((value, code) => [value, code]));
    return (value: number) => byName.get(nameOf(traffic.site, d, value)) ?? 0;
  });
  const known = traits.map(() => new Map<number, number>());
  const rows = new Map<string, { readonly key: readonly number[]; readonly counts: Record<Side, number> }>();
  const windows = windowsOf(traffic.length);
  for (const side of Object.keys(windows) as Side[]) {
    for (const days of windows[side]) {
      weigh([traffic.history, traffic.before, traffic.now], metric, days, (block, i, n) => {
        if (n === 0) return;
        const key = block.dims.map((list, d) => {
          const value = list[i]!;
          const code = known[d]!.get(value) ?? codes[d]!(value);
          known[d]!.set(value, code);
          return code;
        });
        const text = String.fromCharCode(...key);
        const row = rows.get(text) ?? { key, counts: { now: 0, before: 0, pastNow: 0, pastBefore: 0 } };
        rows.set(text, row);
        row.counts[side] += n;
      });
    }
  }
  const all = [...rows.values()];
  const read = (side: Side) => Float64Array.from(all, ({ counts }) => counts[side]);
  return {
    values,
    codes: traits.map((_, d) => Uint8Array.from(all, ({ key }) => key[d]!)),
    counts: { now: read('now'), before: read('before'), pastNow: read('pastNow'), pastBefore: read('pastBefore') },
  };
}

export function evidenceOf(traffic: Traffic, metric: ChangeMetric): Evidence {
  const calendar = calendarOf(traffic.length);
  const visits = historyOf(traffic, 'visits');
  const own = metric === 'pageviews' || metric === 'conversions' ? historyOf(traffic, metric) : visits;
  const values = keepValues(own === visits ? [visits] : [visits, own], calendar);
  const isGoal = metric === 'conversions';
  const main = isGoal ? 'visits' : metric;
  return {
    metric,
    calendar,
    visits,
    traffic: { history: isGoal ? visits : own, cube: cubeOf(traffic, main, values) },
    goal: isGoal ? { history: own, cube: cubeOf(traffic, metric, values) } : undefined,
  };
}
