import { t } from '../t.js';
import { element } from './elements.js';

/** A bucket in the chart's table, with its notes. */
interface Reading {
  readonly name: string;
  readonly current: string;
  readonly previous: string;
  readonly previousName: string;
  readonly change: string;
  readonly notes: readonly string[];
  /** Heights in the chart; NaN for a missing value. */
  readonly heights: readonly [previous: number, current: number];
}

export function readBucket(row: HTMLTableRowElement | undefined, index: number): Reading | undefined {
  if (!row) return undefined;
  const [name, current, previous, change] = row.cells;
  return {
    name: name?.textContent ?? '',
    current: current?.textContent ?? '',
    previous: previous?.textContent ?? '',
    previousName: previous?.title ?? '',
    change: change?.textContent ?? '',
    notes: readNotes(index),
    heights: [readHeight(previous), readHeight(current)],
  };
}

/** Height in the chart. */
const readHeight = (cell: HTMLElement | undefined): number => Number.parseFloat(cell?.dataset.height ?? '');

/** Those of the list below the chart that touch a bucket. */
const readNotes = (index: number): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.note[data-first]')]
    .filter(({ dataset: { first, last } }) => Number(first) <= index && index <= Number(last))
    .map((note) => note.querySelector('.note-text')?.textContent ?? '');

const MAX_NOTES = 3;

export function tooltipContent(reading: Reading, head: string): readonly Node[] {
  const { name, current, previous, previousName, change, notes } = reading;
  const list = element('dl', '');
  const add = (term: string, value: string, className: string) => {
    if (value !== '') list.append(element('dt', className, term), element('dd', '', value));
  };
  add(head, current, '');
  add(previousName, previous, 'previous');
  add(t('Change'), change, 'no-line');
  const more = notes.length - MAX_NOTES;
  return [
    element('strong', '', name),
    list,
    ...notes.slice(0, MAX_NOTES).map((note) => element('p', 'tooltip-note', note)),
    ...(more > 0 ? [element('p', 'muted', t('and {count} more notes', { count: more }))] : []),
  ];
}
