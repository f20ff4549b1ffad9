import { localDay, monthsBefore, startOfDay } from '../time/index.js';
import type { Website } from './website.js';

/** A hundred years. */
export const MAX_RETENTION_MONTHS = 1_200;

/** NaN, which no setting accepts, for text that is no whole number. */
export const parseMonths = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

type Kept = Pick<Website, 'timezone' | 'retentionMonths'>;

/**
 * Returns the start of the first local day within the retention, in epoch milliseconds; undefined without a retention.
 * The installation's retention is an upper limit: a website can only have a shorter one.
 *
 * @param installationMonths `RETENTION_MONTHS`; undefined for none
 * @param now epoch milliseconds
 */
export function startOfRetention(
  { timezone, retentionMonths }: Kept,
  installationMonths: number | undefined,
  now: number,
): number | undefined {
  const months = Math.min(retentionMonths ?? Infinity, installationMonths ?? Infinity);
  if (months === Infinity) return undefined;
  return startOfDay(monthsBefore(localDay(now, timezone), months), timezone);
}
