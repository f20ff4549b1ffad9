import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Fault } from '../errors.js';
import type { Rate, RateLimiter } from '../http/rate-limiter.js';
import { parseAddress } from '../ip-address.js';
import type { DashboardParts } from './parts.js';

/** How often something may be guessed. */
export interface Guesses {
  /** Tells these counts from others. */
  readonly name: string;
  /** About one thing, such as an account, from wherever. */
  readonly perSubject: number;
  /** From one address, about whatever. */
  readonly perAddress: number;
  readonly seconds: number;
}

/** Attempts that are counted before anything is compared, so that many at once are no more than the rest. */
export interface Attempts {
  /** Counts one. Throws Fault `too_many_requests` when there were too many. */
  readonly count: (context: Context, subject: string) => Promise<void>;
  /** It was no guess: takes the last one back. */
  readonly forgive: (context: Context, subject: string) => Promise<void>;
}

type Parts = Pick<DashboardParts, 'rateLimiter' | 'clientAddress' | 'secret'>;

/** Counts guesses by subject and by the client's address. Neither is stored: keys are hashed with the secret. */
export function attempts(parts: Parts, { name, perSubject, perAddress, seconds }: Guesses): Attempts {
  const bySubject = parts.rateLimiter({ name: `${name}-subject`, limit: perSubject, seconds });
  const byAddress = parts.rateLimiter({ name: `${name}-address`, limit: perAddress, seconds });
  const counted = (context: Context, subject: string): readonly (readonly [RateLimiter, string])[] => [
    [byAddress, addressKey(parts, context)],
    [bySubject, keyOf(parts, subject)],
  ];
  return {
    count: async (context, subject) => {
      for (const [limiter, key] of counted(context, subject)) await take(limiter, key);
    },
    forgive: async (context, subject) => {
      await Promise.all(counted(context, subject).map(([limiter, key]) => limiter.giveBack(key)));
    },
  };
}

/** Lets pages be asked for at that rate from each address. Throws Fault `too_many_requests` over it. */
export function rateByAddress(parts: Parts, rate: Rate): MiddlewareHandler {
  const limiter = parts.rateLimiter(rate);
  return async (context, next) => {
    await take(limiter, addressKey(parts, context));
    await next();
  };
}

async function take(limiter: RateLimiter, key: string): Promise<void> {
  const { granted, resetSeconds } = await limiter.take(key);
  if (!granted) throw new Fault('too_many_requests', ['Too many attempts'], resetSeconds);
}

const keyOf = ({ secret }: Parts, text: string): string =>
  createHmac('sha256', secret).update(`attempts: ${text}`).digest('base64url');

const addressKey = (parts: Parts, context: Context): string =>
  keyOf(parts, network(parts.clientAddress(context) ?? ''));

/** Who has one IPv6 address has the 2⁶⁴ around it too. */
function network(address: string): string {
  if (parseAddress(address)?.family !== 'ipv6') return address;
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...gap, ...tail].slice(0, 4).join(':');
}
