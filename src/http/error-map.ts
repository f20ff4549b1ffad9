import type { Context, ErrorHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { Fault, type FaultKind } from '../errors.js';
import { failure } from './envelope.js';
import { describeError } from './error-description.js';

/** Seconds after which to try again when the fault itself does not know. */
const RETRY_AFTER = 5;

/** The one place where a kind of fault becomes an HTTP status. */
export function statusOf(kind: FaultKind) {
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

/**
 * Turns whatever was thrown into the failure envelope. A `Fault` speaks for itself; anything else is a 500 that says
 * nothing, and a log line with the request's id. `now` is in epoch milliseconds.
 */
export function answerFailure(log: Pick<Logger, 'error'>, now: () => number): ErrorHandler {
  return (thrown, context) => {
    if (thrown instanceof Fault) {
      const status = statusOf(thrown.kind);
      return answer(context, status, thrown.messages, now(), headersOf(thrown));
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
    return answer(context, 500, ['Internal server error'], now(), {});
  };
}

function headersOf(fault: Fault): Record<string, string> {
  switch (fault.kind) {
    case 'unauthorized':
      return { 'WWW-Authenticate': 'Bearer' };
    case 'too_many_requests':
    case 'unavailable':
      return { 'Retry-After': String(Math.max(1, Math.ceil(fault.retryAfterSeconds ?? RETRY_AFTER))) };
    default:
      return {};
  }
}

function answer(
  context: Context,
  status: ContentfulStatusCode,
  errors: readonly string[],
  at: number,
  headers: Record<string, string>,
): Response {
  return context.json(failure(errors, status, at), status, headers);
}
