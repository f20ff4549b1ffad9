import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../lib/errors.js';
import { toNetwork } from '../../lib/ip-address.js';
import type { ClientAddress } from './client-address.js';
import { memoryRateLimiter } from './rate-limiter.js';

/** Failed lookups of one kind that an address, or an IPv6 network of 64 bits, may have in a minute. */
export const MAX_FAILED_LOOKUPS = 60;

/** A valid credential can be looked up uncounted for this long. */
const KEPT_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

/** A secret that alone grants access to anyone who has it. */
export type CredentialKind = 'api-key' | 'sign-in' | 'shared-link' | 'mailed-link';

/** Limits the lookups of wrong credentials per address. Each process counts on its own, in memory. */
export interface CredentialLookups {
  /**
   * Runs the lookup, always for credentials that were valid a few minutes ago, so that other clients at the address
   * cannot lock them out.
   *
   * @throws AppError `too_many_requests`, without a lookup, when too many others from this address have failed.
   */
  readonly find: <Found>(
    context: Context,
    kind: CredentialKind,
    credential: string,
    lookUp: () => Promise<Found | undefined>,
  ) => Promise<Found | undefined>;
  /** Counts a newly issued credential as valid. */
  readonly remember: (kind: CredentialKind, credential: string) => void;
}

export function credentialLookups(clientAddress: ClientAddress): CredentialLookups {
  const limiter = memoryRateLimiter({ name: 'failed-lookups', limit: MAX_FAILED_LOOKUPS, seconds: 60 });
  const valid = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: KEPT_MS });
  const running = new Map<string, Promise<unknown>>();

  /** Counts the lookup as failed before it begins, so that parallel lookups cannot exceed the limit. */
  async function findCounted<Found>(key: string, address: string, lookUp: () => Promise<Found>): Promise<Found> {
    const { granted, resetSeconds } = await limiter.take(address);
    if (!granted) throw new AppError('too_many_requests', ['Too many failed attempts'], resetSeconds);
    let failed = false;
    try {
      const found = await lookUp();
      failed = found === undefined;
      if (!failed) valid.set(key, true);
      return found;
    } finally {
      if (!failed) await limiter.giveBack(address);
    }
  }

  return {
    find: async (context, kind, credential, lookUp) => {
      const key = cacheKey(kind, credential);
      const address = `${kind} ${toNetwork(clientAddress(context) ?? '')}`;
      // Of parallel requests with one credential only the first is counted: once it is valid, the others are not.
      while (!valid.has(key)) {
        const turn = `${key} ${address}`;
        const before = running.get(turn);
        if (before === undefined) {
          const lookup = findCounted(key, address, lookUp).finally(() => running.delete(turn));
          running.set(turn, lookup);
          return lookup;
        }
        await before;
      }
      const found = await lookUp();
      if (found === undefined) valid.delete(key);
      else valid.set(key, true);
      return found;
    },
    remember: (kind, credential) => void valid.set(cacheKey(kind, credential), true),
  };
}

const cacheKey = (kind: CredentialKind, credential: string): string =>
  createHash('sha256').update(`${kind} ${credential}`).digest('base64url');
