import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { readHeader } from './incoming.js';

/** Keeps the incoming request id when it is at most 64 characters of `A-Z a-z 0-9 _ - =`, else creates one. */
export function acceptRequestId(context: Context): string {
  const sent = readHeader(context, 'x-request-id');
  return sent !== undefined && /^[\w=-]{1,64}$/.test(sent) ? sent : randomUUID();
}

export const requestId = (): MiddlewareHandler => (context, next) => {
  const id = acceptRequestId(context);
  context.set('requestId', id);
  context.header('X-Request-Id', id);
  return next();
};
