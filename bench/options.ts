import { parseArgs } from 'node:util';
import { type DataSet, openDataSet } from './data-set/data-set.js';

const DEFAULT_EVENTS = 10_000_000;
const DEFAULT_TURNS = 5;

/** Options of the parts that need a data set. */
export interface Options {
  readonly events: number;
  /** Where to keep the data set; undefined for a temporary folder. */
  readonly keep: string | undefined;
  /** Minimum number of turns of every case. */
  readonly turns: number;
  /** Limits the run to cases with a matching name. */
  readonly only: RegExp | undefined;
  /** Whether to measure the peers too. */
  readonly hasPeers: boolean;
}

const text = { type: 'string' } as const;

export const optionTypes = {
  events: text,
  keep: text,
  repeats: text,
  only: text,
  peers: text,
} as const;

export const OPTIONS_USAGE = `--events N         events of the data set (${DEFAULT_EVENTS.toLocaleString('en')})
--keep DIR         keep the data set there, or take it from there
--repeats N        turns of every case (${DEFAULT_TURNS}); short ones have up to 12
--only PATTERN     only the cases whose name fits; results.json stays as it is
--peers none       without the peers, whose tables take most of the time
`;

export function readOptions(): Options {
  const { values } = parseArgs({ options: optionTypes });
  return {
    events: Number(values.events ?? DEFAULT_EVENTS),
    keep: values.keep,
    turns: Number(values.repeats ?? DEFAULT_TURNS),
    only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
    hasPeers: values.peers !== 'none',
  };
}

export const openMainDataSet = ({ events, keep }: Options): Promise<DataSet> =>
  openDataSet({ events }, keep, showProgress(events));

const showProgress = (events: number) => (done: number, of: number) => {
  process.stderr.write(`\rmaking ${events.toLocaleString('en')} events: ${Math.round((done / of) * 100)} %`);
  if (done === of) process.stderr.write('\n');
};
