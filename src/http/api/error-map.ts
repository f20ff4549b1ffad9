import type { Context, ErrorHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { findDamagedPart } from '../../clickhouse/damage.js';
import { describeError } from '../../lib/error-description.js';
import { AppError, type AppErrorKind } from '../../lib/errors.js';
import { answerText } from '../server/compression.js';
import { isCutOff } from '../server/incoming.js';
import { sparseLog } from '../server/sparse-log.js';
import { unavailableError } from '../server/unavailable.js';
import { failure, type PointedProblem, pointedProblems } from './envelope.js';

/** Used unless the error has its own time. */
const RETRY_AFTER = 5;

const DAMAGED = 'Some of the stored data is damaged and cannot be read: the log of this installation says more';

/** The only map from error kinds to statuses. */
export function errorStatus(kind: AppErrorKind) {
  switch (kind) {
    case 'invalid':
      return 400;
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'not_found':
      return 404;
    case 'method_not_allowed':
      return 405;
    case 'conflict':
      return 409;
    case 'too_large':
      return 413;
    case 'unsupported_type':
      return 415;
    case 'too_many_requests':
      return 429;
    case 'unavailable':
      return 503;
    default:
      return kind satisfies never;
  }
}

export interface FailureAnswer {
  readonly status: ContentfulStatusCode;
  readonly errors: readonly string[];
  readonly problems?: readonly PointedProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined when a program sent the request. */
export type FailurePage = (context: Context, failure: FailureAnswer) => Promise<Response> | undefined;

/**
 * Turns any thrown value into the failure envelope, or the page for it. An `AppError` has its own status and messages.
 * Any other error is a 500 without details, and a log line with the request's id. A database that is unavailable or
 * overloaded is a 503, and so are damaged files of ClickHouse. `now` is in epoch milliseconds.
 */
export function answerFailure(
  log: Pick<Logger, 'error'>,
  now: () => number,
  page: FailurePage = () => undefined,
): ErrorHandler {
  const answer = (context: Context, failed: FailureAnswer) =>
    page(context, failed) ??
    answerText(context, JSON.stringify(failure(failed.errors, failed.status, now(), failed.problems)), failed.status, {
      'Content-Type': 'application/json',
      ...failed.headers,
    });
  const answerError = (context: Context, error: AppError) =>
    answer(context, {
      status: errorStatus(error.kind),
      errors: error.messages,
      problems: pointedProblems(error.problems),
      headers: errorHeaders(error),
    });
  const logSparsely = sparseLog((details, message) => log.error(details, message));
  return (thrown, context) => {
    if (thrown instanceof AppError) return answerError(context, thrown);
    // The client is gone. Logging this would let strangers fill the disk with broken requests.
    if (isCutOff(context)) return answer(context, { status: 400, errors: ['Request body broke off'], headers: {} });
    const damagedPart = findDamagedPart(thrown);
    if (damagedPart !== undefined) {
      logSparsely('files of ClickHouse are damaged, so queries that read them fail: run footfall doctor --full', {
        part: damagedPart,
        error: describeError(thrown),
      });
      return answerError(context, new AppError('unavailable', [DAMAGED]));
    }
    const unavailable = unavailableError(thrown);
    if (unavailable !== undefined) {
      logSparsely('requests are refused: a database is not available', { error: describeError(thrown) });
      return answerError(context, unavailable);
    }
    log.error(
      {
        requestId: context.get('requestId'),
        method: context.req.method,
        route: routePath(context),
        error: describeError(thrown),
      },
      'request failed',
    );
    return answer(context, { status: 500, errors: ['Internal server error'], headers: {} });
  };
}

/** Of an answer with this error. */
export function errorHeaders(error: AppError): Record<string, string> {
  switch (error.kind) {
    case 'unauthorized':
      return { 'WWW-Authenticate': 'Bearer' };
    case 'too_many_requests':
    case 'unavailable':
      return { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? RETRY_AFTER))) };
    default:
      return {};
  }
}
