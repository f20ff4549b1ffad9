import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Rate, RateLimiter } from '../http/rate-limiter.js';
import { AppError } from '../lib/errors.js';
import { networkOf } from '../lib/ip-address.js';
import type { DashboardDeps } from './deps.js';
import { knownBrowsers } from './known-browsers.js';

/** How often something may be tried in a time. */
export type AttemptLimit = Pick<Rate, 'limit' | 'seconds'>;

/** How often one kind of secret may be guessed. `account` is whatever the guess is about: a shared link, too. */
export interface AttemptLimits {
  /** Tells these counts from others. */
  readonly name: string;
  /** About one account from one address: few. */
  readonly accountAndAddress: AttemptLimit;
  /** About all accounts from one address: more. */
  readonly address: AttemptLimit;
  /** About one account from all addresses: enough to slow a distributed attack, and too many for one attacker to reach. */
  readonly account: AttemptLimit;
  /** In a browser that has signed in to the account before, in place of the three others: an attack keeps no owner out. */
  readonly knownBrowser?: AttemptLimit;
}

/** Attempts that are counted before anything is compared, so that many at once are no more than the rest. */
export interface Attempts {
  /** Counts one. Throws AppError `too_many_requests` when there were too many. */
  readonly count: (context: Context, account: string) => Promise<void>;
  /** It was no guess: takes the last one back. */
  readonly forgive: (context: Context, account: string) => Promise<void>;
  /** Forgets the attempts about the account: those from everywhere, and those from this address. */
  readonly clear: (context: Context, account: string) => Promise<void>;
}

type Parts = Pick<DashboardDeps, 'rateLimiter' | 'clientAddress' | 'secret' | 'baseUrl'>;

/** Counts guesses by account and by the client's address. Neither is stored: keys are hashed with the secret. */
export function attempts(parts: Parts, limits: AttemptLimits): Attempts {
  const limiterOf = (by: string, limit: AttemptLimit, clearable: boolean) =>
    parts.rateLimiter({ name: `${limits.name}-${by}`, ...limit, clearable });
  const byAddress = limiterOf('address', limits.address, false);
  const byAccount = limiterOf('account', limits.account, true);
  const byBoth = limiterOf('account-address', limits.accountAndAddress, true);
  const byBrowser = limits.knownBrowser && limiterOf('browser', limits.knownBrowser, false);
  const browsers = knownBrowsers(parts);

  const bothKey = (context: Context, account: string) => keyOf(parts, `${account} ${addressKey(parts, context)}`);
  const counted = (context: Context, account: string): readonly (readonly [RateLimiter, string])[] => {
    const browser = byBrowser && browsers.find(context, account);
    if (browser !== undefined) return [[byBrowser!, keyOf(parts, `${account} ${browser}`)]];
    return [
      [byAddress, addressKey(parts, context)],
      [byBoth, bothKey(context, account)],
      [byAccount, keyOf(parts, account)],
    ];
  };
  return {
    // One after the other: an address that is over its limit uses up nothing of the account's.
    count: async (context, account) => {
      for (const [limiter, key] of counted(context, account)) await take(limiter, key);
    },
    forgive: async (context, account) => {
      await Promise.all(counted(context, account).map(([limiter, key]) => limiter.giveBack(key)));
    },
    clear: async (context, account) => {
      await Promise.all([byBoth.clear(bothKey(context, account)), byAccount.clear(keyOf(parts, account))]);
    },
  };
}

/** Lets pages be asked for at that rate from each address. Throws AppError `too_many_requests` over it. */
export function rateByAddress(parts: Parts, rate: Rate): MiddlewareHandler {
  const limiter = parts.rateLimiter(rate);
  return async (context, next) => {
    await take(limiter, addressKey(parts, context));
    await next();
  };
}

async function take(limiter: RateLimiter, key: string): Promise<void> {
  const { granted, resetSeconds } = await limiter.take(key);
  if (!granted) throw new AppError('too_many_requests', ['Too many attempts'], resetSeconds);
}

/** Names a count, without what it is about: no address is stored. */
export const keyOf = ({ secret }: Pick<Parts, 'secret'>, text: string): string =>
  createHmac('sha256', secret).update(`attempts: ${text}`).digest('base64url');

const addressKey = (parts: Parts, context: Context): string =>
  keyOf(parts, networkOf(parts.clientAddress(context) ?? ''));
