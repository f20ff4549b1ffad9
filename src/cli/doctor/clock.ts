import { millisecondsInSecond } from 'date-fns/constants';
import { type Check, ok, problem, warning } from './check.js';

const TOLERATED_MS = 2_000;
/** The program did not exist before this date. */
const EARLIEST = Date.UTC(2026, 0, 1);

/** Whether this machine's clock is plausible, and how many milliseconds the databases' clocks differ. */
export function lookAtClock(now: number, drifts: readonly number[]): Check {
  const time = new Date(now).toISOString();
  if (now < EARLIEST) return problem('clock', `${time} is far in the past: set the clock`);
  const drift = Math.max(0, ...drifts.map(Math.abs));
  return drift <= TOLERATED_MS
    ? ok('clock', time)
    : warning('clock', `${time} is ${Math.round(drift / millisecondsInSecond)} seconds off a database's clock`);
}
