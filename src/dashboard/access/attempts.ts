import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Rate, RateLimiter } from '../../http/server/rate-limiter.js';
import { AppError } from '../../lib/errors.js';
import { toNetwork } from '../../lib/ip-address.js';
import { t } from '../../lib/language/translate.js';
import type { Attempts, DashboardDeps } from '../deps.js';
import { knownBrowsers } from './known-browsers.js';

export type AttemptLimit = Pick<Rate, 'limit' | 'seconds'>;

/** Limits guesses of one kind of secret. `account` is the target of the guess, which can also be a shared link. */
export interface AttemptLimits {
  /** Distinguishes these counts from others. */
  readonly name: string;
  /** Attempts on one account from one address: few. */
  readonly accountAndAddress: AttemptLimit;
  /** Attempts on all accounts from one address: more. */
  readonly address: AttemptLimit;
  /** Attempts on one account from all addresses: enough to slow a distributed attack, and more than one attacker can reach. */
  readonly account: AttemptLimit;
  /**
   * Replaces the other three in a browser that has signed in to the account before, so that an attack cannot lock out
   * an owner.
   */
  readonly knownBrowser?: AttemptLimit;
}

type Parts = Pick<DashboardDeps, 'rateLimiter' | 'clientAddress' | 'secret' | 'baseUrl'>;

/** By account and by the client's address. Neither is stored: keys are hashed with the secret. */
export function attempts(parts: Parts, limits: AttemptLimits): Attempts {
  const createLimiter = (by: string, limit: AttemptLimit, clearable: boolean) =>
    parts.rateLimiter({ name: `${limits.name}-${by}`, ...limit, clearable });
  const byAddress = createLimiter('address', limits.address, false);
  const byAccount = createLimiter('account', limits.account, true);
  const byBoth = createLimiter('account-address', limits.accountAndAddress, true);
  const byBrowser = limits.knownBrowser && createLimiter('browser', limits.knownBrowser, false);
  const browsers = knownBrowsers(parts);

  const bothKey = (context: Context, account: string) => hashKey(parts, `${account} ${addressKey(parts, context)}`);
  const counted = (context: Context, account: string): readonly (readonly [RateLimiter, string])[] => {
    const browser = byBrowser && browsers.find(context, account);
    if (browser !== undefined) return [[byBrowser!, hashKey(parts, `${account} ${browser}`)]];
    return [
      [byAddress, addressKey(parts, context)],
      [byBoth, bothKey(context, account)],
      [byAccount, hashKey(parts, account)],
    ];
  };
  return {
    // In sequence: an address over its limit must not use up the account's allowance.
    count: async (context, account) => {
      for (const [limiter, key] of counted(context, account)) await take(limiter, key);
    },
    forgive: async (context, account) => {
      await Promise.all(counted(context, account).map(([limiter, key]) => limiter.giveBack(key)));
    },
    clear: async (context, account) => {
      await Promise.all([byBoth.clear(bothKey(context, account)), byAccount.clear(hashKey(parts, account))]);
    },
  };
}

/** Throws AppError `too_many_requests` over the limit. */
export function rateByAddress(parts: Parts, rate: Rate): MiddlewareHandler {
  const limiter = parts.rateLimiter(rate);
  return async (context, next) => {
    await take(limiter, addressKey(parts, context));
    await next();
  };
}

async function take(limiter: RateLimiter, key: string): Promise<void> {
  const { granted, resetSeconds } = await limiter.take(key);
  if (!granted) throw new AppError('too_many_requests', [t('Too many attempts')], resetSeconds);
}

/** Hashed, so that no address is stored. */
export const hashKey = ({ secret }: Pick<Parts, 'secret'>, text: string): string =>
  createHmac('sha256', secret).update(`attempts: ${text}`).digest('base64url');

const addressKey = (parts: Parts, context: Context): string =>
  hashKey(parts, toNetwork(parts.clientAddress(context) ?? ''));
