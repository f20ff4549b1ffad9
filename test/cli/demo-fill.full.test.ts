import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { fillGap } from '../../demo/fill.js';
import { type Hit, HitQueue } from '../../demo/hit.js';
import { sendLive } from '../../demo/live.js';
import { cities } from '../../demo/people.js';
import { visitorAddress, withDemoPlaces } from '../../demo/places.js';
import { sites } from '../../demo/sites/index.js';
import { openSampleWebsite, type SampleWebsite } from '../../demo/websites.js';
import { ofWebsite, sql } from '../../src/clickhouse/sql.js';
import { UNKNOWN_PLACE } from '../../src/collect/steps/place-record.js';
import { drops } from '../../src/stats/reports/drops.js';
import { type TestService, testService } from '../service/test-service.js';

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const { signal } = new AbortController();
/** The smallest site. */
const site = sites[2]!;

let service: TestService;
let account: { readonly id: string };

const CLOCK = Date.UTC(2026, 10, 26, 12);

beforeEach(async () => {
  // Excluded hits after the last visit are counted again by a later start: at this time there are none.
  service = await testService({ clock: CLOCK, places: withDemoPlaces({ of: () => UNKNOWN_PLACE }) });
  account = await service.account();
});
afterEach(() => service.close());

const open = (): Promise<SampleWebsite> => openSampleWebsite(service, account as never, site, service.clock);

const ALL_TIME = { start: 0, end: Date.UTC(2100, 0, 1) };

async function stored({ website }: SampleWebsite) {
  await service.drain();
  const row = z.object({ events: z.coerce.number(), distinct: z.coerce.number(), last: z.coerce.number() });
  const [found] = await service.clickhouse.query({
    name: 'test',
    row,
    sql: sql`SELECT count() AS events, uniqExact(time, visitor_id, type) AS distinct, toUnixTimestamp64Milli(max(time)) AS last
FROM events WHERE ${ofWebsite(website.id)}`,
  });
  const { total } = await drops(service.clickhouse, website.id, ALL_TIME);
  return { ...found!, drops: total };
}

/** The numbers of generated hits until then. */
async function generated(until: number) {
  const { visits, excluded } = await open();
  return { events: [...visits.takeUntil(until)].length, drops: [...excluded.takeUntil(until)].length };
}

test('a later start adds the days since the last one, and doubles nothing', async () => {
  const start = service.clock;
  const first = await open();
  await fillGap(service, first, { until: start, signal });
  const before = await stored(first);
  expect(before).toMatchObject(await generated(start));
  expect(before.events).toBeGreaterThan(10_000);
  expect(before.drops).toBeGreaterThan(500);

  const later = start + 3 * DAY + 7 * MINUTE;
  service.clock = later;
  const again = await open();
  expect(again.website.id).toBe(first.website.id);
  expect(await fillGap(service, again, { until: later, signal })).toBeGreaterThan(100);
  const after = await stored(again);
  expect(after).toMatchObject(await generated(later));
  expect(after.distinct).toBe(after.events);
  expect(after.last).toBeLessThanOrEqual(later);

  const third = await open();
  expect(await fillGap(service, third, { until: later, signal })).toBe(0);
  expect(await stored(third)).toEqual(after);
});

function pageview(time: number, path: string, visitor: number, userAgent = FIREFOX): Hit {
  const address = visitorAddress(cities.find(({ name }) => name === 'Munich')!, visitor);
  return { time, event: { type: 'pageview', url: `https://${site.domain}${path}` }, sender: { address, userAgent } };
}

async function storedPages({ website }: SampleWebsite) {
  await service.drain();
  return service.clickhouse.query({
    name: 'test',
    row: z.object({ path: z.string(), city: z.string(), browser: z.string(), time: z.coerce.number() }),
    sql: sql`SELECT path, city, browser, toUnixTimestamp64Milli(time) AS time FROM events WHERE ${ofWebsite(website.id)} ORDER BY path`,
  });
}

const queueHits = (hits: readonly Hit[]): HitQueue => new HitQueue(hits.values());

const MUNICH = { city: 'Munich', browser: 'Firefox' };

test('live hits pass through the collector at their times', async () => {
  const now = Date.now();
  const { website } = await open();
  const stopping = new AbortController();
  const sample: SampleWebsite = {
    website,
    visits: queueHits([pageview(now, '/now', 1), pageview(now + DAY, '/tomorrow', 2)]),
    excluded: queueHits([pageview(now, '/', 3, GOOGLEBOT), pageview(now + 10, '/account/orders', 4)]),
  };
  const live = sendLive(service, sample, stopping.signal);
  await expect.poll(() => stored(sample)).toMatchObject({ events: 1, drops: 2 });
  expect(await storedPages(sample)).toEqual([{ path: '/now', ...MUNICH, time: service.clock }]);
  const dropped = await drops(service.clickhouse, website.id, ALL_TIME);
  expect(dropped.drops).toEqual(
    expect.arrayContaining([
      { reason: 'bot', events: 1 },
      { reason: 'excluded_path', events: 1 },
    ]),
  );
  stopping.abort();
  await live;
});

test('live hits that are late, as after the machine has slept, are imported', async () => {
  const late = service.clock - 10 * MINUTE;
  const { website } = await open();
  const stopping = new AbortController();
  const sample: SampleWebsite = {
    website,
    visits: queueHits([pageview(late, '/late', 1), pageview(Date.now() + DAY, '/tomorrow', 2)]),
    excluded: queueHits([pageview(late + 1, '/', 3, GOOGLEBOT)]),
  };
  const live = sendLive(service, sample, stopping.signal);
  await expect.poll(() => stored(sample)).toMatchObject({ events: 1, drops: 1 });
  expect(await storedPages(sample)).toEqual([{ path: '/late', ...MUNICH, time: late }]);
  stopping.abort();
  await live;
});

test('live hits end with the website', async () => {
  const sample = await open();
  await service.services.deleteWebsite(sample.website);
  const visits = queueHits([pageview(Date.now(), '/', 1), pageview(Date.now() + DAY, '/', 1)]);
  await sendLive(service, { ...sample, visits }, signal);
  expect(visits.nextTime).toBeLessThanOrEqual(Date.now());
});
