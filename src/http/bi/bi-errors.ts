import { AppError } from '../../lib/errors.js';
import { ReaderError } from '../../sql/reader.js';

/** An error response in the form of ClickHouse's HTTP interface. */
export interface BiFailure {
  readonly status: 400 | 403 | 404 | 408 | 413 | 429 | 500 | 503;
  readonly code: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** HTTP status by ClickHouse's error code, as ClickHouse itself answers. */
const STATUS: ReadonlyMap<number, BiFailure['status']> = new Map([
  [46, 404],
  [47, 404],
  [60, 404],
  [81, 404],
  [159, 408],
  [160, 408],
  [192, 403],
  [241, 500],
  [497, 403],
  [516, 403],
]);

/** Undefined for an error that the client must not see. */
export function toBiFailure(error: unknown): BiFailure | undefined {
  if (error instanceof ReaderError) {
    return {
      status: STATUS.get(error.code) ?? 400,
      code: error.code,
      message: `${error.message}. (${error.codeName})`,
    };
  }
  if (!(error instanceof AppError)) return undefined;
  const message = error.message;
  const retry = { retryAfterSeconds: error.retryAfterSeconds };
  switch (error.kind) {
    case 'unauthorized':
      return { status: 403, code: 516, message: `Authentication failed: ${message}. (AUTHENTICATION_FAILED)` };
    case 'forbidden':
      return { status: 403, code: 497, message: `${message}. (ACCESS_DENIED)` };
    case 'too_large':
      return { status: 413, code: 62, message: `${message}. (SYNTAX_ERROR)` };
    case 'too_many_requests':
      return { ...retry, status: 429, code: 201, message: `${message}. (QUOTA_EXCEEDED)` };
    case 'unavailable':
      return { ...retry, status: 503, code: 202, message: `${message}. (TOO_MANY_SIMULTANEOUS_QUERIES)` };
    default:
      return { status: 400, code: 36, message: `${message}. (BAD_ARGUMENTS)` };
  }
}

export const INTERNAL: BiFailure = { status: 500, code: 1002, message: 'Internal error. (UNKNOWN_EXCEPTION)' };
