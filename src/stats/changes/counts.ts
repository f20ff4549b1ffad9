import { type TraitName, traits } from './traits.js';

/** Counts of the range, of the range before, and of their own weekdays in the four weeks before both. */
export interface Counts {
  readonly now: number;
  readonly before: number;
  /** Over as many ranges as `Calendar.pasts` says. */
  readonly pastNow: number;
  readonly pastBefore: number;
}

export type Side = keyof Counts;

export const sides: readonly Side[] = ['now', 'before', 'pastNow', 'pastBefore'];

export const NOTHING: Counts = { now: 0, before: 0, pastNow: 0, pastBefore: 0 };

/** The sessions or visitors with one value of a trait. */
export interface Part extends Counts {
  readonly trait: TraitName;
  readonly value: string;
  /** Of the value, in its cube; 0 for all others. */
  readonly code: number;
}

/** The parts of each trait add up to the total. */
export interface Table {
  readonly total: Counts;
  readonly parts: readonly Part[];
  /** Nothing for a value that it does not have. */
  find(part: Pick<Part, 'trait' | 'value'>): Counts;
}

/** Counts of a part by day, in the order of `Windows.starts`. */
export interface DailyPart {
  readonly trait: TraitName;
  readonly value: string;
  readonly days: readonly number[];
}

export interface History {
  readonly total: readonly number[];
  readonly parts: readonly DailyPart[];
}

export const partKey = ({ trait, value }: Pick<Part, 'trait' | 'value'>): string => `${trait}\t${value}`;

export const findDaily = (history: History, part: Pick<Part, 'trait' | 'value'>): DailyPart | undefined =>
  history.parts.find(({ trait, value }) => trait === part.trait && value === part.value);

/** Counts of each combination of traits, of which the counts of any parts, pairs and rests are sums. */
export interface Combinations {
  /** The values of each trait by their code; the first one stands for all others. */
  readonly values: readonly (readonly string[])[];
  /** By trait and combination. */
  readonly codes: readonly Uint8Array[];
  /** By combination. */
  readonly counts: Readonly<Record<Side, Float64Array>>;
}

/** What is counted: with one value, and without the events that have all values of any of the others. */
export interface Selection {
  readonly within?: Part | undefined;
  readonly without?: readonly (readonly Part[])[];
}

const traitNumber = ({ trait }: Part): number => traits.findIndex(({ name }) => name === trait);

/** Adds up the combinations of a selection. */
export function tabulate(cube: Combinations, { within, without = [] }: Selection = {}): Table {
  const { values, codes, counts } = cube;
  const sums = values.map((own) => new Float64Array(own.length * sides.length));
  const columns = sides.map((side) => counts[side]);
  const total = [0, 0, 0, 0];
  const own = within && codes[traitNumber(within)]!;
  const gone = without.map((parts) => parts.map((part) => [codes[traitNumber(part)]!, part.code] as const));
  for (let at = 0; at < columns[0]!.length; at++) {
    if (own !== undefined && own[at] !== within!.code) continue;
    if (gone.some((parts) => parts.every(([column, code]) => column[at] === code))) continue;
    for (let side = 0; side < columns.length; side++) {
      const count = columns[side]![at]!;
      if (count === 0) continue;
      total[side]! += count;
      for (let trait = 0; trait < codes.length; trait++) sums[trait]![codes[trait]![at]! * 4 + side]! += count;
    }
  }
  return toTable(cube, sums, total);
}

function toTable({ values }: Combinations, sums: readonly Float64Array[], total: readonly number[]): Table {
  const read = (list: ArrayLike<number>, from: number): Counts => ({
    now: list[from]!,
    before: list[from + 1]!,
    pastNow: list[from + 2]!,
    pastBefore: list[from + 3]!,
  });
  const parts = traits
    .flatMap(({ name }, place) =>
      values[place]!.map((value, code): Part => ({ trait: name, value, code, ...read(sums[place]!, code * 4) })),
    )
    .filter((part) => sides.some((side) => part[side] !== 0));
  const byKey = new Map(parts.map((part) => [partKey(part), part]));
  return { total: read(total, 0), parts, find: (part) => byKey.get(partKey(part)) ?? NOTHING };
}
