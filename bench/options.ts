import { parseArgs } from 'node:util';
import { type DataSet, openDataSet } from './data-set/data-set.js';
import { LARGE_SHARE } from './data-set/plan.js';

const DEFAULT_EVENTS = 10_000_000;
const DEFAULT_TURNS = 5;

/** What the parts that need a data set can be told. */
export interface Options {
  readonly events: number;
  /** Folder in which the data set stays; undefined for a temporary one. */
  readonly keep: string | undefined;
  /** Warm turns of every question, at least. */
  readonly turns: number;
  /** Only the questions whose name fits. */
  readonly only: RegExp | undefined;
  /** Whether to measure beside ten times the events of other websites too. */
  readonly growth: boolean;
}

const text = { type: 'string' } as const;

export const optionTypes = {
  events: text,
  keep: text,
  repeats: text,
  only: text,
  growth: { type: 'boolean' },
} as const;

export const OPTIONS_USAGE = `--events N         events of the data set (${DEFAULT_EVENTS.toLocaleString('en')})
--keep DIR         keep the data set there, or take it from there
--repeats N        warm turns of every question (${DEFAULT_TURNS}); short ones have up to 15
--only PATTERN     of the questions only those whose name fits; results.json stays as it is
--growth           also with ten times the events of other websites, in data sets of their own
`;

export function readOptions(): Options {
  const { values } = parseArgs({ options: optionTypes });
  return {
    events: Number(values.events ?? DEFAULT_EVENTS),
    keep: values.keep,
    turns: Number(values.repeats ?? DEFAULT_TURNS),
    only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
    growth: values.growth ?? false,
  };
}

export const openMainDataSet = ({ events, keep }: Options): Promise<DataSet> =>
  openDataSet({ events, largeShare: LARGE_SHARE }, keep, showProgress(events));

export const showProgress = (events: number) => (done: number, of: number) => {
  process.stderr.write(`\rmaking ${events.toLocaleString('en')} events: ${Math.round((done / of) * 100)} %`);
  if (done === of) process.stderr.write('\n');
};
