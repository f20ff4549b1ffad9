import { hash } from 'node:crypto';
import type { Sender } from './draft.js';

/** Set in the ids of imported visitors alone, so that none ever equals a derived one. */
const IMPORTED = 1n << 63n;

/**
 * Who a visitor is: a keyed hash of website, address and user agent, so that nobody without the installation's secret
 * can tell the address, nor follow a visitor from one website to another. 63 bits, as a decimal string.
 *
 * @param key the secret, and the salt of the time where ids rotate
 */
export const visitorOf = (key: string, websiteId: string, { address, userAgent }: Sender): string =>
  (digest(key, ['derived', websiteId, address, userAgent]) & ~IMPORTED).toString();

/** The visitor that an imported history names itself. */
export const importedVisitorOf = (secret: string, websiteId: string, name: string): string =>
  (digest(secret, ['imported', websiteId, name]) | IMPORTED).toString();

/** Whether a visitor was derived from what a browser sends, and so can come back at any moment. */
export const isDerived = (visitorId: string): boolean => (BigInt(visitorId) & IMPORTED) === 0n;

/** Keyed inside and outside, as HMAC is, by the function that takes a fifth of the time of Node's HMAC. */
function digest(key: string, parts: readonly string[]): bigint {
  const inner = hash('sha256', key + JSON.stringify(parts));
  return BigInt(`0x${hash('sha256', key + inner).slice(0, 16)}`);
}
