import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** 256 random bits in base64url: 43 characters. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url');

/** SHA-256 in hex, the only stored form. A token is random, so a slow hash would add nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
