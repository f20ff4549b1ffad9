import { ClickHouseError, isUnreachable } from '../clickhouse/clickhouse.js';
import { AppError } from '../lib/errors.js';
import { findOutage, withCauses } from '../lib/outage.js';

/** Returns what to answer where a database is away or short of something, so that a later try may succeed; undefined for any other error. */
export function unavailableError(error: unknown): AppError | undefined {
  const fault = withCauses(error).find((each) => each instanceof AppError);
  if (fault !== undefined) return fault.kind === 'unavailable' ? fault : undefined;
  const limit = withCauses(error).flatMap((each) => LIMITS.get(codeOf(each)) ?? [])[0];
  if (limit !== undefined) return new AppError('unavailable', [limit], RETRY_AFTER_SECONDS);
  // A ClickHouse that answers may have refused the query for what it asks, or for exceeding a limit.
  if (findOutage(error, isUnreachable) === undefined) return undefined;
  return new AppError('unavailable', ['The database is not available at the moment, try again later']);
}

/** When so much less may be going on that a query finds the memory and the time it needs. */
const RETRY_AFTER_SECONDS = 30;

const TOO_SLOW = 'It took longer than it may: ask for less at once';

/** What a query is told that exceeds a limit, by ClickHouse's error. */
const LIMITS: ReadonlyMap<number | undefined, string> = new Map([
  [159, TOO_SLOW], // TIMEOUT_EXCEEDED
  [160, TOO_SLOW], // TOO_SLOW
  [241, 'It needs more memory than it may take: ask for less at once'], // MEMORY_LIMIT_EXCEEDED
]);

const codeOf = (error: Error): number | undefined => (error instanceof ClickHouseError ? error.code : undefined);
