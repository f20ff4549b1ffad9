import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';

/** How often something may be done with one key. */
export interface Rate {
  /** Tells these counts from others. */
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
  /** Whether counts may be cleared. Over the limit each further one then costs a statement. */
  readonly clearable?: boolean;
}

/** One allowance per key. */
export interface RateLimiter {
  readonly limit: number;
  /** Takes one off the key's allowance. */
  readonly take: (key: string) => Promise<Allowance>;
  /** Gives back what was taken. */
  readonly giveBack: (key: string) => Promise<void>;
  /** Makes the key's allowance full again, in all processes where the rate is `clearable`. */
  readonly clear: (key: string) => Promise<void>;
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

const PATIENCE_MS = 500;

/** The rate of the specified interface. */
export const apiRate = (perMinute: number): Rate => ({ name: 'api', limit: perMinute, seconds: 60 });

/** Counts in this process alone. */
export function memoryRateLimiter(rate: Rate): RateLimiter {
  return rateLimiter(rate.limit, memory(rate));
}

/**
 * Counts in PostgreSQL, for all processes together. While PostgreSQL is away or takes half a second, each process counts
 * for itself: a request is never refused for that.
 */
export function sharedRateLimiter(rate: Rate, { database, table }: SharedCounts): RateLimiter {
  const shared = new RateLimiterDrizzle({
    storeClient: database,
    schema: table,
    ...settingsOf(rate),
    // Over the limit a key costs no more queries: the process remembers it, also when another process clears it.
    ...(!rate.clearable && { inMemoryBlockOnConsumed: rate.limit + 1 }),
    // Expired rows are removed along with everything else that has expired.
    clearExpiredByTimeout: false,
  });
  return rateLimiter(
    rate.limit,
    new RLWrapperTimeouts({ limiter: shared, timeoutMs: PATIENCE_MS, insuranceLimiter: memory(rate) }),
  );
}

const memory = (rate: Rate) => new RateLimiterMemory(settingsOf(rate));

const settingsOf = ({ name, limit, seconds }: Rate) => ({ points: limit, duration: seconds, keyPrefix: name });

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
