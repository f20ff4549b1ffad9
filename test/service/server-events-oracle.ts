import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { rowsOf } from '../oracle/query-rows.js';
import { type Random, seeded } from '../oracle/random.js';
import { rulesOf } from '../oracle/rules.js';
import { sessionsOf } from '../oracle/sessions.js';
import { tellingQueries } from '../oracle/telling-queries.js';
import type { WEEKS } from '../oracle/weeks.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { CHROME, send } from './browser.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { fetchAnswer } from './oracle-client.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after its time an event arrives. */
const DELAYS = [0, 0, SECOND, 20 * SECOND, 5 * MINUTE, 29 * MINUTE, 40 * MINUTE, 3 * HOUR, 11 * HOUR, 23 * HOUR];

const CLIENT = { browser: 'Chrome', os: 'Windows', device: 'desktop' };

/** An event, how it is sent, and when. */
interface Delivery {
  readonly at: number;
  readonly event: PastEvent;
  readonly by: 'tracker' | 'server';
  readonly body: object;
  readonly address: string;
}

/** Every other visitor is named by the server; the others use the tracker too. */
function deliver(event: PastEvent, number: number, random: Random): Delivery {
  const { country, city, browser, os, timestamp, visitor, device, ...said } = event;
  const address = `192.0.2.${number}`;
  const time = Date.parse(timestamp);
  const isNamed = number % 2 === 0;
  const isTracked = !isNamed && random.chance(0.4);
  const hasClient = !isNamed || random.chance(0.5);
  const client = hasClient ? { userAgent: CHROME } : {};
  return {
    at: time + (isTracked ? 0 : random.pick(DELAYS)),
    event: { ...said, timestamp, visitor, ...(hasClient ? CLIENT : { device: 'other' }) },
    by: isTracked ? 'tracker' : 'server',
    body: isTracked ? said : { ...said, timestamp, ...client, ...(isNamed ? { visitor } : { ip: address }) },
    address,
  };
}

/** How long after its view a page is left. */
const VIEWED = [2 * SECOND, 40 * SECOND, 5 * MINUTE, 12 * MINUTE, 29 * MINUTE];

/**
 * Reports that pages were left, by servers. Each says how long its page was visible at most, so that it never says less than an
 * earlier one, and arrives after a view of its page: others may be dropped.
 */
function leavesOf(deliveries: readonly Delivery[], random: Random): readonly Delivery[] {
  const taken = new Set(deliveries.map(({ event }) => `${event.visitor} ${event.timestamp}`));
  return deliveries.flatMap((view): Delivery[] => {
    const { event, body, address, by } = view;
    if (event.type !== 'pageview' || random.chance(0.4)) return [];
    const time = Date.parse(event.timestamp) + random.pick(VIEWED);
    const timestamp = new Date(time).toISOString();
    const { visitor, url } = event;
    if (taken.has(`${visitor} ${timestamp}`)) return [];
    taken.add(`${visitor} ${timestamp}`);
    const left = { type: 'leave', url, timestamp, seconds: 7200 } as const;
    const origin = by === 'server' ? pick(body, 'ip', 'visitor', 'userAgent') : { ip: address, userAgent: CHROME };
    const at = Math.max(time, view.at) + random.pick([0, 0, SECOND, 5 * MINUTE]);
    return [{ at, by: 'server', address, event: { ...left, visitor, device: 'other' }, body: { ...left, ...origin } }];
  });
}

const pick = (body: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

const REPORTED = ['averageSecondsOnPage', 'timeReported', 'averageSessionDurationSeconds'];

/** Sends a history as it would arrive, and compares every statistic with that of the events in the order of their times. */
export function describeServerEvents(
  weeks: readonly (typeof WEEKS)[number][],
  seed: number,
  open: typeof testService = testService,
): void {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await open();
    client = await apiClient(service);
  });

  afterAll(() => service.close());

  async function settled(id: string): Promise<void> {
    await service.drain();
    await service.jobs.run('late events');
    await expectDailyVisitors(service.clickhouse, id, await counted(service, id));
  }

  async function arrive(deliveries: readonly Delivery[], website: { readonly id: string; readonly apiKey: string }) {
    const random = seeded(seed);
    let batch: Delivery[] = [];
    const post = async () => {
      if (batch.length === 0) return;
      const events = random.shuffled(batch).map(({ body }) => body);
      const { body } = await client.call('POST', `/websites/${website.id}/events`, { events });
      expect(body.data.results).toEqual(events.map(() => ({ status: 'accepted' })));
      batch = [];
    };
    for (const delivery of deliveries) {
      const waited = delivery.at - (batch[0]?.at ?? delivery.at);
      if (delivery.by === 'tracker' || waited > HOUR || random.chance(0.1)) await post();
      service.clock = delivery.at;
      if (delivery.by === 'server') batch.push(delivery);
      else {
        const response = await send(service, { ...delivery.body, key: website.apiKey }, { address: delivery.address });
        expect(response.status).toBe(202);
      }
      if (random.chance(0.1)) await service.drain();
      if (random.chance(0.02)) await settled(website.id);
    }
    await post();
    await settled(website.id);
  }

  describe.each(weeks.map((week, index) => [...week, seed + index] as const))(
    '%s from %s, seed %i',
    (timezone, from, seed) => {
      test('every statistic is that of the events in the order of their times', async () => {
        const random = seeded(seed);
        const website = { timezone, domain: DOMAIN };
        const visitors = new Map<string, number>();
        const activity = randomHistory({ seed, zone: timezone, from, days: 2, visitors: 6, domain: DOMAIN }).map(
          (event) => {
            const number = visitors.get(event.visitor) ?? visitors.size + 1;
            visitors.set(event.visitor, number);
            // A page that is viewed again and again, whose leaves are of one view or the other.
            return deliver(random.chance(0.4) ? { ...event, url: `https://${DOMAIN}/again` } : event, number, random);
          },
        );
        const deliveries = [...activity, ...leavesOf(activity, random)].toSorted((one, other) => one.at - other.at);
        const history = deliveries
          .map(({ event }) => event)
          .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
        const created = await client.website(website);
        await arrive(deliveries, created);
        const { clock } = service;
        const to = addDays(from, 4);
        const expected = rowsOf(sessionsOf(history, DOMAIN, rulesOf().pause), {
          zone: timezone,
          range: { start: dayStart(timezone, from), end: dayStart(timezone, addDays(to, 1)) },
          dimensions: ['page'],
          filter: undefined,
          goal: undefined,
        });
        const body = { from, to, metrics: REPORTED, dimensions: ['page'] };
        const { rows } = (await client.call('POST', `/websites/${created.id}/query`, body)).body.data;
        const byPage = (each: readonly (readonly [string, object])[]) =>
          Object.fromEntries(each.map(([page, figures]) => [page, pick(figures, ...REPORTED)]));
        expect(byPage(rows.map((row: { page: string }) => [row.page, row]))).toEqual(
          byPage(expected.map(({ key: [page], metrics }) => [String(page), metrics])),
        );
        const views = history.filter(({ type }) => type !== 'leave');
        for (const query of tellingQueries(views, website, { seed, count: 6 })) {
          service.clock = query.now ?? clock;
          for (const endpoint of ENDPOINTS) {
            const data = await fetchAnswer(client, created.id, endpoint, query);
            expect(data, JSON.stringify({ endpoint, query })).toEqual(answer(history, website, endpoint, query));
          }
        }
        service.clock = clock;
      }, 600_000);
    },
  );
}
