import { createHash, randomBytes } from 'node:crypto';

const BRAND = 'ff_live_';
const FORMAT = /^ff_live_[0-9a-f]{64}$/;
const PREFIX_LENGTH = 12;

/** Whether the text has the form of a key: `ff_live_` and 64 lower-case hexadecimal digits. */
export const isApiKey = (text: string): boolean => FORMAT.test(text);

export const newApiKey = (): string => BRAND + randomBytes(32).toString('hex');

/** SHA-256 in hex. A key holds 256 random bits, so that a slow hash would add nothing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What may be shown of a key. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);
