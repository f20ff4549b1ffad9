import { randomBytes } from 'node:crypto';

/** `site_` and 32 hexadecimal digits: unlike an account's key at first sight, for this one is public. */
export const newTrackingKey = (): string => `site_${randomBytes(16).toString('hex')}`;
