import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';

/** Per process. Times are in milliseconds. */
export interface ImportLimits {
  /** At most one per account. */
  readonly maxRunning: number;
  /** Of all accounts together. */
  readonly maxWaiting: number;
  readonly maxWaitingPerAccount: number;
  /** How long an import waits before it is refused: proxies abort a silent request after a minute. */
  readonly maxWaitMs: number;
  /** How long a body may send no byte. */
  readonly maxIdleMs: number;
  /** How long a whole body may take. */
  readonly maxBodyMs: number;
  /** How long the response to a failed import or deletion waits for its removal. */
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
