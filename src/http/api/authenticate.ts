import type { Context, MiddlewareHandler } from 'hono';
import type { KeyRights } from '../../accounts/key-rights.js';
import { AppError } from '../../lib/errors.js';

/** The account of an API key, and what the key may do with it. */
export interface Caller<Account> {
  readonly account: Account;
  readonly rights: KeyRights;
}

/** Undefined for a malformed, unknown, revoked or expired key. */
export type FindCaller<Account> = (key: string, context: Context) => Promise<Caller<Account> | undefined>;

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Admits a request with the account and the rights of its API key, from `X-API-Key` or else `Authorization: Bearer`. A missing key is
 * looked up like any other, so that neither the message nor the time reveals what was wrong.
 */
export function authenticate<Account>(find: FindCaller<Account>): MiddlewareHandler<{ Variables: Caller<Account> }> {
  return async (context, next) => {
    const bearer = BEARER.exec(context.req.header('Authorization') ?? '')?.[1];
    // An empty header counts as missing.
    const caller = await find(context.req.header('X-API-Key') || bearer || '', context);
    if (caller === undefined) throw new AppError('unauthorized', ['Invalid API key']);
    context.set('account', caller.account);
    context.set('rights', caller.rights);
    await next();
  };
}
