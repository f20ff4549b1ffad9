/** Temporary: a later call may succeed. */
export type Outage = 'disk full' | 'away';

const MAX_CAUSES = 5;

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  '53100', // PostgreSQL: disk_full
  243, // ClickHouse: NOT_ENOUGH_SPACE
]);

/** The system's message for `ENOSPC` and `EDQUOT`. The embedded engines report no code. */
const DISK_FULL_TEXT = /no space left on device|disk quota exceeded/i;

const AWAY_CODES: ReadonlySet<unknown> = new Set([
  // Connection errors of the system and postgres.js.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // Full disk, and other exhausted resources of the machine.
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  // ClickHouse. See https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
  75, // CANNOT_WRITE_TO_FILE_DESCRIPTOR
  76, // CANNOT_OPEN_FILE
  173, // CANNOT_ALLOCATE_MEMORY
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  242, // TABLE_IS_READ_ONLY
  252, // TOO_MANY_PARTS
  279, // ALL_CONNECTION_TRIES_FAILED
  319, // UNKNOWN_STATUS_OF_INSERT
  439, // CANNOT_SCHEDULE_TASK, where no thread can be started
  999, // KEEPER_EXCEPTION
]);

/**
 * SQLSTATE classes of lost connections, missing resources, shutting down or starting, and system errors. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY_SQL_STATE = /^(?:08|53|57|58)\w{3}$/;

/**
 * Searches an error and its causes for an outage; undefined if there is none.
 *
 * @param isAway recognizes further errors of an unavailable database
 */
export function findOutage(error: unknown, isAway: (error: Error) => boolean): Outage | undefined {
  const errors = withCauses(error);
  if (errors.some(isDiskFull)) return 'disk full';
  return errors.some((each) => hasAwayCode(each) || isAway(each)) ? 'away' : undefined;
}

/** Outermost first. */
export const withCauses = (error: unknown, depth = 0): readonly Error[] =>
  error instanceof Error && depth < MAX_CAUSES ? [error, ...withCauses(error.cause, depth + 1)] : [];

/** Of a failed system call or a database; undefined without one. */
export const errorCode = (error: Error): unknown => ('code' in error ? error.code : undefined);

const isDiskFull = (error: Error): boolean =>
  DISK_FULL_CODES.has(errorCode(error)) || DISK_FULL_TEXT.test(error.message);

function hasAwayCode(error: Error): boolean {
  const code = errorCode(error);
  return AWAY_CODES.has(code) || (typeof code === 'string' && AWAY_SQL_STATE.test(code));
}
