import { randomBytes } from 'node:crypto';

const BYTES = 18;

/** A password of 24 characters that nobody has to think up. */
export const newPassword = (): string => randomBytes(BYTES).toString('base64url');
