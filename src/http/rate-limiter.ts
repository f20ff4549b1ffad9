import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';

/** One allowance of requests per key and minute. */
export interface RateLimiter {
  readonly limit: number;
  /** Takes one request off the key's allowance. */
  readonly take: (key: string) => Promise<Allowance>;
}

export interface Allowance {
  readonly granted: boolean;
  readonly remaining: number;
  /** Until the allowance is full again. */
  readonly resetSeconds: number;
}

/** Where several processes count together: a Drizzle database and its table of `key`, `points` and `expire`. */
export interface SharedCounts {
  readonly database: unknown;
  readonly table: unknown;
}

const WINDOW_SECONDS = 60;
const PATIENCE_MS = 500;

/** Counts in this process alone. */
export function memoryRateLimiter(limit: number): RateLimiter {
  return rateLimiter(limit, memory(limit));
}

/**
 * Counts in PostgreSQL, for all processes together. While PostgreSQL is away or takes half a second, each process counts
 * for itself: a request is never refused for that.
 */
export function sharedRateLimiter(limit: number, { database, table }: SharedCounts): RateLimiter {
  const shared = new RateLimiterDrizzle({
    storeClient: database,
    schema: table,
    points: limit,
    duration: WINDOW_SECONDS,
    keyPrefix: 'api',
    // Who is over the limit costs no more queries.
    inMemoryBlockOnConsumed: limit + 1,
    // There is one row per account, used again and again.
    clearExpiredByTimeout: false,
  });
  return rateLimiter(
    limit,
    new RLWrapperTimeouts({ limiter: shared, timeoutMs: PATIENCE_MS, insuranceLimiter: memory(limit) }),
  );
}

const memory = (limit: number) => new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS, keyPrefix: 'api' });

function rateLimiter(limit: number, counter: { consume: (key: string) => Promise<RateLimiterRes> }): RateLimiter {
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
  };
}

function allowance(granted: boolean, counted: RateLimiterRes): Allowance {
  return {
    granted,
    remaining: granted ? Math.max(0, counted.remainingPoints) : 0,
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  };
}
