import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const BRAND = 'ff_live_';
const PREFIX_LENGTH = 12;

export const apiKeyShape = z
  .string()
  .regex(/^ff_live_[0-9a-f]{64}$/, 'must be ff_live_ and 64 lower-case hexadecimal digits');

export const newApiKey = (): string => BRAND + randomBytes(32).toString('hex');

/** SHA-256 in hex. A key holds 256 random bits, so that a slow hash would add nothing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What may be shown of a key. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);
