import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';

/** What imports may take of one process. Times are in milliseconds. */
export interface ImportLimits {
  /** Imports at work at the same time, of each account at most one. */
  readonly maxRunning: number;
  /** Imports that wait for that, of all accounts together. */
  readonly maxWaiting: number;
  readonly maxWaitingPerAccount: number;
  /** How long an import waits before it is refused: proxies give up on a silent request after a minute. */
  readonly maxWaitMs: number;
  /** How long a body may bring no byte. */
  readonly maxIdleMs: number;
  /** How long a body may take in all. */
  readonly maxBodyMs: number;
  /** How long the answer to a failed import waits until nothing is left of it. */
  readonly maxRemovalMs: number;
}

export const importLimits: ImportLimits = {
  maxRunning: 2,
  maxWaiting: 8,
  maxWaitingPerAccount: 5,
  maxWaitMs: 45 * millisecondsInSecond,
  maxIdleMs: millisecondsInMinute,
  maxBodyMs: millisecondsInDay,
  maxRemovalMs: 30 * millisecondsInSecond,
};
