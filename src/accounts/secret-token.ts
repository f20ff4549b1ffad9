import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** Returns a secret of 256 random bits, in base64url: 43 characters. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url');

/** Returns the SHA-256 of a token in hex, its only stored form. A token is random, so that a slow hash would add nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
