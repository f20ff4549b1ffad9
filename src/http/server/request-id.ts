import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { readHeader } from './incoming.js';

/** Returns the incoming request id when it is at most 64 of `A-Z a-z 0-9 _ - =`, else a new one. */
export function acceptRequestId(context: Context): string {
  const given = readHeader(context, 'x-request-id');
  return given !== undefined && /^[\w=-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Gives every answer an `X-Request-Id`. */
export const requestId = (): MiddlewareHandler => (context, next) => {
  const id = acceptRequestId(context);
  context.set('requestId', id);
  context.header('X-Request-Id', id);
  return next();
};
