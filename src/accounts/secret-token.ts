import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A secret of 256 random bits, in base64url: 43 characters. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url');

/** SHA-256 in hex, the only form in which a token is stored. It is random, so that a slow hash would add nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
