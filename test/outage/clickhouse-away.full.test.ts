import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

/** `npm run test:crash` sets more. */
const OUTAGE_SECONDS = Number(process.env.OUTAGE_SECONDS ?? 5);
const EVENTS_A_SECOND = 500;

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;

beforeAll(async () => {
  service = await testService({
    wrapClickHouse: (clickhouse) => {
      failing = failingClickHouse(clickhouse);
      return failing;
    },
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

/** One event every two milliseconds, in groups of ten. */
async function keepPosting(trackingKey: string, seconds: number): Promise<number> {
  let sent = 0;
  const answers: Promise<Response>[] = [];
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    for (let group = 0; group < EVENTS_A_SECOND / 50; group += 1) {
      answers.push(view(service, trackingKey, `/page/${sent}`, `10.0.${(sent >> 8) % 256}.${sent % 256}`));
      sent += 1;
    }
    await wait(20);
  }
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([202]));
  return sent;
}

test(
  `nothing is lost while ClickHouse is away for ${OUTAGE_SECONDS} s under load, and questions go on`,
  async () => {
    const { id, apiKey } = await client.website({ timezone: 'UTC' });
    service.clock = Date.now();
    const ticking = setInterval(() => {
      service.clock = Date.now();
    }, 1);
    const before = process.memoryUsage().rss;
    failing.shut = true;
    const sent = await keepPosting(apiKey, OUTAGE_SECONDS);
    const day = new Date().toISOString().slice(0, 10);
    const main = () => client.get(`/websites/${id}/stats/main`, { from: '2026-01-01', to: day });
    expect((await main()).body.data.totalPageviews).toBe(0);
    const grown = process.memoryUsage().rss - before;

    failing.shut = false;
    const began = performance.now();
    await service.drain();
    const seconds = (performance.now() - began) / 1000;
    clearInterval(ticking);
    const pages = await client.get(`/websites/${id}/stats/pages`, { from: '2026-01-01', to: day, limit: 'all' });
    process.stdout.write(
      `${sent} events in ${OUTAGE_SECONDS} s, caught up in ${seconds.toFixed(1)} s, grown by ${grown >> 20} MB\n`,
    );
    expect((await main()).body.data.totalPageviews).toBe(sent);
    expect(pages.body.data.data.every(({ pageviews }: { pageviews: number }) => pageviews === 1)).toBe(true);
    expect(pages.body.data.data).toHaveLength(sent);
    expect(grown).toBeLessThan(200 * 2 ** 20);
  },
  (OUTAGE_SECONDS + 60) * 1000,
);
