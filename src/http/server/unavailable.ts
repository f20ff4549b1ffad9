import { ClickHouseError, isUnreachable } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { type Text, t } from '../../lib/language/translate.js';
import { findOutage, withCauses } from '../../lib/outage.js';

/** Undefined for errors other than an unavailable or overloaded database. A retry may succeed. */
export function unavailableError(error: unknown): AppError | undefined {
  const appError = withCauses(error).find((each) => each instanceof AppError);
  if (appError !== undefined) return appError.kind === 'unavailable' ? appError : undefined;
  const limit = withCauses(error).flatMap((each) => LIMITS.get(engineErrorCode(each)) ?? [])[0];
  if (limit !== undefined) return new AppError('unavailable', [t(limit)], RETRY_AFTER_SECONDS);
  // A ClickHouse that answers may have refused the query itself, or its resource usage.
  if (findOutage(error, isUnreachable) === undefined) return undefined;
  return new AppError('unavailable', [t('The database is not available at the moment, try again later')]);
}

/** By then the load may have dropped enough for the query to get its memory and time. */
const RETRY_AFTER_SECONDS = 30;

const TOO_SLOW = 'It took longer than it may: ask for less at once' satisfies Text;

/** Messages for a query that exceeds a limit, by ClickHouse's error code. */
const LIMITS: ReadonlyMap<number | undefined, Text> = new Map<number, Text>([
  [159, TOO_SLOW], // TIMEOUT_EXCEEDED
  [160, TOO_SLOW], // TOO_SLOW
  [191, 'Too many visitors or sessions match: choose a shorter range, or conditions that fewer visitors meet'], // SET_SIZE_LIMIT_EXCEEDED
  [241, 'It needs more memory than it may take: ask for less at once'], // MEMORY_LIMIT_EXCEEDED
]);

const engineErrorCode = (error: Error): number | undefined =>
  error instanceof ClickHouseError ? error.code : undefined;
