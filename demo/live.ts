import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Service } from '../src/app/service.js';
import { findWebsite } from '../src/websites/find-website.js';
import { fillGap } from './fill.js';
import type { Hit, HitQueue } from './hit.js';
import type { SampleWebsite } from './websites.js';

/** Later hits are imported instead, for example after the machine has slept. */
const MAX_LATE_MS = 2 * millisecondsInMinute;

/** Sends the website's hits to the collector at their times, until the signal aborts or the website is deleted. */
export async function sendLive(service: Service, sample: SampleWebsite, signal: AbortSignal): Promise<void> {
  const { visits, excluded } = sample;
  try {
    for (;;) {
      const next = Math.min(visits.nextTime, excluded.nextTime);
      await wait(Math.max(0, next - Date.now()), undefined, { signal });
      const now = Date.now();
      const website = await findWebsite(service.engines.postgres.db, sample.website.id);
      if (website === undefined) return;
      if (now - next > MAX_LATE_MS) await fillGap(service, { ...sample, website }, { until: now, signal });
      else await sendDue(service, website.trackingKey, [visits, excluded], next);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function sendDue(service: Service, key: string, queues: readonly HitQueue[], time: number): Promise<void> {
  for (const queue of queues) {
    for (const hit of queue.takeUntil(time)) await sendHit(service, key, hit);
  }
}

/** As if it came from the visitor's own address. */
async function sendHit({ app }: Service, key: string, { event, sender }: Hit): Promise<void> {
  const socket = { remoteAddress: sender.address, remotePort: 443, remoteFamily: 'IPv6' };
  const headers = { 'User-Agent': sender.userAgent, 'Content-Type': 'text/plain' };
  await app.request(
    '/api/event',
    { method: 'POST', headers, body: JSON.stringify({ key, ...event }) },
    {
      incoming: { socket },
    },
  );
}
