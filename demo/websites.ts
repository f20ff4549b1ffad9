import { millisecondsInDay } from 'date-fns/constants';
import type { Account } from '../src/accounts/accounts.js';
import type { Service } from '../src/app/service.js';
import { isTimeZone, localDate } from '../src/time/index.js';
import { changeWebsite } from '../src/websites/change-website.js';
import { createWebsite } from '../src/websites/create-website.js';
import { listWebsites } from '../src/websites/find-website.js';
import type { Website } from '../src/websites/website.js';
import { HitQueue } from './hit.js';
import type { Site } from './site.js';
import { addDays, generateExcludedHits, generateVisits } from './traffic.js';

/** Days of traffic of a new demo, today included. */
export const DAYS = 90;

/** With traffic that is still to come. */
export interface SampleWebsite {
  readonly website: Website;
  readonly visits: HitQueue;
  /** Hits that the collector drops. */
  readonly excluded: HitQueue;
}

/** Created unless an earlier start has. `now` is epoch milliseconds. */
export async function openSampleWebsite(
  { engines, services }: Service,
  account: Account,
  site: Site,
  now: number,
): Promise<SampleWebsite> {
  const websites = await listWebsites(engines.postgres.db, account.id);
  const website =
    websites.find(({ domain }) => domain === site.domain) ?? (await createSampleWebsite(services, account, site, now));
  const { timezone, createdAt } = website;
  // The traffic of later starts continues that of the first, because it begins on the same day.
  const firstDay = addDays(localDate(createdAt.getTime(), timezone), 1 - DAYS);
  const options = { site, firstDay, timezone };
  return {
    website,
    visits: new HitQueue(generateVisits(options)),
    excluded: new HitQueue(generateExcludedHits(options)),
  };
}

async function createSampleWebsite(
  { websites, plan }: Service['services'],
  account: Account,
  { name, domain, timezone = localTimeZone(), exclusions }: Site,
  now: number,
): Promise<Website> {
  const created = await createWebsite(websites, account.id, { name, domain, timezone }, plan, now);
  // Before the first traffic: the change is noted.
  return changeWebsite(websites, created, exclusions, now - DAYS * millisecondsInDay);
}

/** So that the days of the charts are the user's own. */
function localTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
