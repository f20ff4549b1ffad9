import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors.js';

/** Undefined for a malformed, unknown or revoked key. */
export type FindAccount<Account> = (key: string, context: Context) => Promise<Account | undefined>;

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Admits a request with the account of its API key, from `X-API-Key` or else `Authorization: Bearer`. A missing key is
 * looked up like any other, so that neither the message nor the time reveals what was wrong.
 */
export function authenticate<Account>(
  find: FindAccount<Account>,
): MiddlewareHandler<{ Variables: { account: Account } }> {
  return async (context, next) => {
    const bearer = BEARER.exec(context.req.header('Authorization') ?? '')?.[1];
    // An empty header counts as missing.
    const account = await find(context.req.header('X-API-Key') || bearer || '', context);
    if (account === undefined) throw new AppError('unauthorized', ['Invalid API key']);
    context.set('account', account);
    await next();
  };
}
