import type { Note } from '../../../definitions/notes.js';
import { startOfLocalDay } from '../../../time/index.js';
import type { ChartMark } from '../../ui/charts/line-chart.js';
import type { Failure } from '../stats/or-failure.js';
import type { PageContext } from '../stats/page-context.js';
import type { ChartFigures } from '../stats/read-chart.js';

/** A note beside its buckets in the chart. */
export interface PlacedNote extends Note {
  /** Undefined for a note outside of the chart, which may begin later than the range. */
  readonly place: NotePlace | undefined;
}

interface NotePlace {
  /** Indexes of its first and last bucket. */
  readonly first: number;
  readonly last: number;
  /** Of its mark, from 1. Notes that begin in the same bucket share a mark. */
  readonly number: number;
}

export interface ArrangedNotes {
  /** By their start. */
  readonly notes: readonly PlacedNote[];
  /** How many were left out. */
  readonly more: number;
  readonly marks: readonly ChartMark[];
}

const MAX_NOTES = 50;

/** The latest of people, then the latest of the service. */
export function arrangeNotes(
  found: readonly Note[] | Failure,
  { website, chartRange }: PageContext,
  points: ChartFigures['points'],
): ArrangedNotes {
  if ('failure' in found) return { notes: [], more: 0, marks: [] };
  const bySource = (isSystem: boolean) => found.filter(({ source }) => (source === 'system') === isSystem).toReversed();
  const kept = new Set([...bySource(false), ...bySource(true)].slice(0, MAX_NOTES));
  const labels = points.map(({ label }) => label);
  const notes = placeNotes(
    found.filter((note) => kept.has(note)),
    { labels, zone: website.timezone, end: chartRange.ranges.range.end },
  );
  return { notes, more: found.length - notes.length, marks: toMarks(notes, labels.length) };
}

interface ChartTime {
  /** Of the buckets, as in the API. */
  readonly labels: readonly string[];
  readonly zone: string;
  /** Of the chart, in epoch milliseconds. */
  readonly end: number;
}

/** `notes` are in the order of their starts. */
export function placeNotes(notes: readonly Note[], { labels, zone, end }: ChartTime): readonly PlacedNote[] {
  const starts = labels.map((label) => (label.includes('T') ? Date.parse(label) : startOfLocalDay(label, zone)));
  let [number, before] = [0, -1];
  return notes.map((note) => {
    const { range } = note;
    const last = starts.findLastIndex((start) => start < Math.max(range.end, range.start + 1));
    if (last === -1 || range.start >= end) return { ...note, place: undefined };
    const first = Math.max(
      0,
      starts.findLastIndex((start) => start <= range.start),
    );
    if (first !== before) number++;
    before = first;
    return { ...note, place: { first, last, number } };
  });
}

/** Least distance of two numbers in a narrow and a wide window, as a share of the chart's width: 80 pixels. */
const NARROW = 0.37;
const WIDE = 0.13;

/** One mark for the notes that begin in a bucket. Numbers are for marks with room; those of people come first. */
export function toMarks(notes: readonly PlacedNote[], buckets: number): readonly ChartMark[] {
  const marks = new Map<number, Omit<ChartMark, 'size'>>();
  for (const { place, source } of notes) {
    if (place === undefined) continue;
    const { first, number } = place;
    const { last, isSystem } = marks.get(first) ?? { last: first, isSystem: true };
    const shared = { first, last: Math.max(last, place.last), isSystem: isSystem && source === 'system' };
    marks.set(first, { ...shared, label: String(number) });
  }
  const all = [...marks.values()];
  const numbered = new Map<number, 'large' | 'medium'>();
  const isFar = (first: number, least: number) =>
    [...numbered.keys()].every((other) => Math.abs(first - other) >= least * (buckets - 1));
  for (const [size, least] of [['large', NARROW] as const, ['medium', WIDE] as const]) {
    for (const { first } of [...all.filter((mark) => !mark.isSystem), ...all.filter((mark) => mark.isSystem)]) {
      if (!numbered.has(first) && isFar(first, least)) numbered.set(first, size);
    }
  }
  return all.map((mark) => ({ ...mark, size: numbered.get(mark.first) ?? 'small' }));
}
