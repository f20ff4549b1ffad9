import type { MiddlewareHandler } from 'hono';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { AppError } from '../../lib/errors.js';

export interface Rate {
  /** Distinguishes these counts from others. */
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
  /** Whether counts may be cleared. Each action over the limit then costs a statement. */
  readonly clearable?: boolean;
}

export interface RateLimiter {
  readonly limit: number;
  /** Takes one from the key's allowance. */
  readonly take: (key: string) => Promise<Allowance>;
  /** Undoes one `take`. */
  readonly giveBack: (key: string) => Promise<void>;
  /** Resets the key's allowance, in all processes when the rate is `clearable`. */
  readonly clear: (key: string) => Promise<void>;
}

export interface Allowance {
  readonly granted: boolean;
  readonly remaining: number;
  /** Until the allowance is full again. */
  readonly resetSeconds: number;
}

/** Counts that several processes share: a Drizzle database and its table of `key`, `points` and `expire`. */
export interface SharedCounts {
  readonly database: unknown;
  readonly table: unknown;
}

const STORE_TIMEOUT_MS = 500;

export const apiRate = (perMinute: number): Rate => ({ name: 'api', limit: perMinute, seconds: 60 });

/** Counts in this process only. */
export function memoryRateLimiter(rate: Rate): RateLimiter {
  return rateLimiter(rate.limit, memory(rate));
}

/**
 * Returns a limiter that counts in PostgreSQL, for all processes together. While PostgreSQL is unavailable or takes
 * half a second, each process counts for itself: a request is never refused because of that.
 */
export function sharedRateLimiter(rate: Rate, { database, table }: SharedCounts): RateLimiter {
  const shared = new RateLimiterDrizzle({
    storeClient: database,
    schema: table,
    ...limiterSettings(rate),
    // A key over the limit costs no more queries: the process caches it, even when another process clears it.
    ...(!rate.clearable && { inMemoryBlockOnConsumed: rate.limit + 1 }),
    // Expired rows are removed along with all other expired data.
    clearExpiredByTimeout: false,
  });
  return rateLimiter(
    rate.limit,
    new RLWrapperTimeouts({ limiter: shared, timeoutMs: STORE_TIMEOUT_MS, insuranceLimiter: memory(rate) }),
  );
}

const memory = (rate: Rate) => new RateLimiterMemory(limiterSettings(rate));

const limiterSettings = ({ name, limit, seconds }: Rate) => ({ points: limit, duration: seconds, keyPrefix: name });

type Counter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete'>;

function rateLimiter(limit: number, counter: Counter): RateLimiter {
  return {
    limit,
    take: async (key) => {
      try {
        return allowance(true, await counter.consume(key));
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return allowance(false, refused);
        throw refused;
      }
    },
    giveBack: async (key) => {
      await counter.reward(key);
    },
    clear: async (key) => {
      await counter.delete(key);
    },
  };
}

function allowance(granted: boolean, counted: RateLimiterRes): Allowance {
  return {
    granted,
    remaining: granted ? Math.max(0, counted.remainingPoints) : 0,
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  };
}

/** Takes each request from its account's allowance, and reports the rest in every response. */
export function throttle(limiter: RateLimiter): MiddlewareHandler<{ Variables: { account: { readonly id: string } } }> {
  return async (context, next) => {
    const { granted, remaining, resetSeconds } = await limiter.take(context.get('account').id);
    context.header('RateLimit-Limit', String(limiter.limit));
    context.header('RateLimit-Remaining', String(remaining));
    context.header('RateLimit-Reset', String(resetSeconds));
    if (!granted) throw new AppError('too_many_requests', ['Rate limit exceeded'], resetSeconds);
    await next();
  };
}
