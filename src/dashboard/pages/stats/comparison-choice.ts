import { dateSpan } from '../../../lib/date-text.js';
import { type Text, t } from '../../../lib/language/translate.js';
import type { SavedFilter } from '../../../stats/filters.js';
import { type Comparison, parseComparison } from '../../../stats/rows/parse-ranges.js';
import { Problems } from '../../../stats/rows/problems.js';
import { localDate, QUARTER_MS, type Range, type RangeMoment } from '../../../time/index.js';
import { type Days, readDays, type ShownRange } from './range-choice.js';

/** What figures are compared with: a comparison of the API's queries, or the same range of another segment, by its id. */
export type ComparisonChoice =
  | { readonly mode: 'segment'; readonly segment: string }
  | { readonly mode: 'previous' | 'year'; readonly matchWeekday: boolean }
  | ({ readonly mode: 'custom' } & Days)
  | { readonly mode: 'none' };

export const DEFAULT_COMPARISON = { mode: 'previous', matchWeekday: false } as const satisfies ComparisonChoice;

export const isDefaultComparison = (choice: ComparisonChoice): boolean => comparisonParameters(choice).length === 0;

/** As a segment to compare with; {@link segmentLabel} is its name. */
export const ALL_VISITORS: SavedFilter = { kind: 'segment', id: '', name: 'All visitors', filter: { and: [] } };

export const segmentLabel = (segment: SavedFilter): string =>
  segment === ALL_VISITORS ? t('All visitors') : segment.name;

/** Parameter with the id of the segment. */
const COMPARED_SEGMENT = 'compareSegment';

/** Names of the fields of two dates. */
export const COMPARED_DAYS = ['compareFrom', 'compareTo'] as const;

/** Finds the value of a parameter among these, and reports another one. */
export type ChooseAmong = <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;

/** Invalid parameters are ignored, and reported. */
export function readComparison(
  parameters: URLSearchParams,
  chooseAmong: ChooseAmong,
  notices: string[],
): ComparisonChoice {
  const mode = chooseAmong('compare', ['previous', 'year', 'custom', 'segment', 'none']) ?? DEFAULT_COMPARISON.mode;
  if (mode === 'none') return { mode };
  if (mode === 'segment') return { mode, segment: parameters.get(COMPARED_SEGMENT) ?? '' };
  if (mode !== 'custom') return { mode, matchWeekday: chooseAmong('matchWeekday', ['true']) !== undefined };
  const [from, to] = COMPARED_DAYS.map((name) => parameters.get(name));
  const days = readDays(from ?? null, to ?? null);
  if (days !== undefined) return { mode, ...days };
  notices.push(t('The comparison dates in the link are not valid. Comparing with the previous period.'));
  return DEFAULT_COMPARISON;
}

/** Without default values. */
export function comparisonParameters(choice: ComparisonChoice): readonly (readonly [name: string, value: string])[] {
  const { mode } = choice;
  const own = mode === DEFAULT_COMPARISON.mode ? [] : [['compare', mode] as const];
  if (mode === 'custom') return [...own, [COMPARED_DAYS[0], choice.from], [COMPARED_DAYS[1], choice.to]];
  if (mode === 'segment') return choice.segment === '' ? own : [...own, [COMPARED_SEGMENT, choice.segment]];
  return mode !== 'none' && choice.matchWeekday ? [...own, ['matchWeekday', 'true']] : own;
}

/** What figures are compared with. */
export interface ShownComparison extends Pick<Comparison, 'mode' | 'days'> {
  /** `Previous period`, the dates, or the segment. */
  readonly label: string;
  /** Within a sentence: `the previous period`, the dates, or the segment. */
  readonly name: string;
  /** `1–31 Mar 2026`, or the segment. */
  readonly span: string;
  /** As the API compares totals. */
  readonly range: Range;
  /** Of the chart, whose line goes on where the range is still running. */
  readonly ofChart: Comparison;
  /** Whether it ended before now. */
  readonly isOver: boolean;
  /** Applies in the place of the view's segment, to the same range. */
  readonly segment?: SavedFilter | undefined;
}

export const comparisonLabels = {
  previous: 'Previous period',
  year: 'Same period last year',
} as const satisfies Record<string, Text>;

/** Within a sentence. */
const comparisonNames = {
  previous: 'the previous period',
  year: 'the same period last year',
} as const satisfies Record<keyof typeof comparisonLabels, Text>;

/** The same range of another segment. */
export function compareSegment(segment: SavedFilter, { ranges: { range } }: ShownRange): ShownComparison {
  const label = segmentLabel(segment);
  const named =
    segment === ALL_VISITORS
      ? { label, name: t('all visitors'), span: label }
      : { label, name: t('segment {name}', { name: label }), span: t('Segment: {name}', { name: label }) };
  const ofChart = { mode: 'custom', range, toCompared: (instant: number) => instant } as const;
  return { ...named, mode: 'custom', range, ofChart, isOver: true, segment };
}

/** The other range; undefined without one, as beside a segment of the same range. */
export const comparedRange = (comparison: ShownComparison | undefined): Range | undefined =>
  comparison?.segment === undefined ? comparison?.range : undefined;

/** As filters have it: all visitors are no segment. */
export const comparedSegment = ({ segment }: Pick<ShownComparison, 'segment'>): SavedFilter | undefined =>
  segment?.id === ALL_VISITORS.id ? undefined : segment;

/** Undefined for none, and for more days than a query allows. */
export function showComparison(
  choice: Exclude<ComparisonChoice, { mode: 'segment' }>,
  shown: ShownRange,
  moment: RangeMoment,
): ShownComparison | undefined {
  const { ranges } = shown;
  const find = (compared: Range) =>
    parseComparison(choice, { ...ranges, comparison: compared }, moment, new Problems());
  const [compared, whole] = [find(ranges.comparison), find(ranges.previous)];
  if (compared === undefined || whole === undefined) return undefined;
  const { mode, days } = whole;
  const isWhole = mode === 'previous' || days !== undefined || !isDayUnderWay(shown, moment);
  const range = isWhole ? compared.range : untilNow(compared, moment);
  const { start, end } = whole.range;
  const span = dateSpan({ from: localDate(start, moment.zone), to: localDate(end - 1, moment.zone) });
  const [label, name] =
    mode === 'previous' || mode === 'year' ? [t(comparisonLabels[mode]), t(comparisonNames[mode])] : [span, span];
  return { mode, label, name, span, range, ofChart: whole, isOver: range.end <= moment.now, ...(days && { days }) };
}

/** As in `Previous period, 1–31 Mar 2026`. */
export const withSpan = ({ mode, label, span }: ShownComparison): string =>
  mode === 'custom' ? span : t('{comparison}, {span}', { comparison: label, span });

const isDayUnderWay = ({ areHours, days, ranges: { range } }: ShownRange, { now }: RangeMoment): boolean =>
  !areHours && days.from === days.to && range.start <= now && now < range.end;

/** Until the same time of day, which the API compares in mode `previous` alone. */
function untilNow({ range: { start, end }, toCompared }: Comparison, { now }: RangeMoment): Range {
  const passed = Math.floor(toCompared(now) / QUARTER_MS) * QUARTER_MS;
  return { start, end: Math.max(start, Math.min(end, passed)) };
}
