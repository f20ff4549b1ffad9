import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instant, type Sql, sql, uuid } from '../../src/clickhouse/sql.js';
import type { Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { randomQueries } from '../oracle/queries.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { asked, imported } from './asked.js';
import { pageview, send } from './browser.js';
import { expectDerivedTables } from './derived-tables.js';
import { stagedRows, storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let service: TestService;
let owner: ApiClient;
/** Fails the next deletion of rows of `visits`. */
let failsOnce = false;

beforeAll(async () => {
  service = await testService({
    environment: { RETENTION_MONTHS: '3' },
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      delete: async (table, condition) => {
        if (table === 'visits' && failsOnce) {
          failsOnce = false;
          throw new Error('a deletion fails');
        }
        await clickhouse.delete(table, condition);
      },
    }),
  });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const countRow = z.object({ rows: z.coerce.number() });

/** Rows of a website's events, visits, sessions and drops before an instant. */
async function rowsBefore(websiteId: string, before: number): Promise<number> {
  const times = { events: 'time', visits: 'quarter', sessions: 'session_start', drops: 'time' };
  const counts = Object.entries(times).map(async ([table, time]) => {
    const named = (name: string): Sql => ({ chunks: [name], parameters: [] });
    const statement = sql`SELECT count() AS rows FROM ${named(table)}
WHERE website_id = ${uuid(websiteId)} AND ${named(time)} < ${instant(before)}`;
    const [found] = await service.clickhouse.query({ name: 'test', row: countRow, sql: statement });
    return found?.rows ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, rows) => sum + rows, 0);
}

const keep = (id: string, retentionMonths: number | null) =>
  owner.call('PUT', `/websites/${id}/retention`, { retentionMonths });

describe.each([
  ['America/New_York', '2026-03-06', 21],
  ['Australia/Lord_Howe', '2026-04-03', 22],
])('a history in %s', (timezone, from, seed) => {
  const website = { timezone, domain: DOMAIN };
  const history = randomHistory({ seed, zone: timezone, from, days: 5, visitors: 9, domain: DOMAIN });
  const day = (days: number) => addDays(from, days);
  const queries: readonly Query[] = [
    { from: day(-2), to: day(9), limit: 'all' },
    { from: day(-2), to: day(1), limit: 'all' },
    ...randomQueries(history, website, { seed, count: 1 }),
  ];
  let id: string;
  let other: string;

  /** The instant at which the clocks of the website show an hour, a month after a day of the history. */
  const aMonthAfter = (days: number, hours: number) => {
    const [year, month, date] = day(days).split('-').map(Number) as [number, number, number];
    return dayStart(timezone, new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)) + hours * HOUR;
  };

  async function expectKept(websiteId: string, first: string | undefined, asking = queries): Promise<void> {
    const start = first === undefined ? 0 : dayStart(timezone, first);
    const kept = history.filter(({ timestamp }) => Date.parse(timestamp) >= start);
    for (const query of asking) {
      for (const endpoint of ENDPOINTS) {
        const data = await asked(owner, websiteId, endpoint, query);
        expect(data, `${endpoint} ${JSON.stringify(query)}`).toEqual(answer(kept, website, endpoint, query));
      }
    }
    expect(await rowsBefore(websiteId, start)).toBe(0);
  }

  beforeAll(async () => {
    service.clock = dayStart(timezone, day(14));
    [id, other] = [(await owner.website(website)).id, (await owner.website(website)).id];
    for (const websiteId of [id, other]) await imported(owner, websiteId, history);
    await keep(id, 1);
    await service.jobs.tick();
  });

  test('loses its days when they are older than a month, at four at night, after a restart too', async () => {
    await expectKept(id, undefined, queries.slice(0, 1));
    service.clock = aMonthAfter(2, 5);
    await service.jobs.tick();
    await expectKept(id, day(2));
    service.clock = aMonthAfter(3, 3);
    await service.jobs.tick();
    await expectKept(id, day(2), queries.slice(0, 1));
    service.clock = aMonthAfter(3, 4);
    await service.restart();
    failsOnce = true;
    await service.jobs.tick();
    expect(failsOnce).toBe(false);
    service.clock += 2 * MINUTE;
    await service.jobs.tick();
    await expectKept(id, day(3));
    await expectDerivedTables(service.clickhouse);
    expect(await stagedRows(service)).toEqual({});
    await expectKept(other, undefined, queries.slice(0, 1));
  });

  test('takes no lines that are older, and says from which day on', async () => {
    const line = (time: number) =>
      JSON.stringify({ timestamp: new Date(time).toISOString(), url: `https://${DOMAIN}/`, visitor: 'late' });
    const start = dayStart(timezone, day(3));
    const { body } = await owner.import(id, [line(start - 1), line(start)].join('\n'));
    const message = `timestamp: must not be before ${day(3)}, the first day that the website keeps`;
    expect(body.data).toEqual({ imported: 1, rejected: 1, errors: [{ line: 1, message }] });
  });

  test('loses all of it at last, and the other one as soon as the installation says so', async () => {
    service.clock = aMonthAfter(20, 4);
    await service.jobs.tick();
    expect(Object.keys(await storedRows(service, id)).filter((table) => table !== 'daily_visitors')).toEqual([]);
    expect((await owner.get(`/websites/${id}/stats/has-events`)).body.data).toEqual({ hasEvents: false });
    await expectKept(other, undefined, queries.slice(0, 1));
    // A website cannot keep more than the installation.
    await keep(other, 40);
    service.clock = aMonthAfter(2 + 61, 4);
    await service.jobs.tick();
    const [first] = await service.clickhouse.query({
      name: 'test',
      row: z.object({ first: z.coerce.number() }),
      sql: sql`SELECT toUnixTimestamp64Milli(min(time)) AS first FROM events WHERE website_id = ${uuid(other)}`,
    });
    expect(first?.first).toBeGreaterThanOrEqual(dayStart(timezone, day(1)));
    expect(first?.first).toBeLessThan(dayStart(timezone, day(4)));
    await keep(other, null);
  });
});

test('a visit across the first kept day begins with it, and pages that were left before lengthen nothing', async () => {
  const midnight = Date.UTC(2026, 8, 10);
  const range = { from: '2026-09-01', to: '2026-09-20', limit: 'all' } as const;
  const visit = async (apiKey: string, first: number) => {
    const at = async (minute: number, path: string, more: object = {}) => {
      if (minute < first) return;
      service.clock = midnight + minute * MINUTE;
      await send(service, pageview(apiKey, path, more), { address: '192.0.2.7' });
    };
    await at(-3000, '/long-ago');
    await at(-10, '/a', { referrer: 'https://www.google.com/' });
    await at(-5, '/both');
    await at(2, '/a', { type: 'leave', seconds: 700 });
    await at(5, '/c', { referrer: 'https://news.ycombinator.com/' });
    await at(6, '/a', { type: 'leave', seconds: 900 });
    await at(7, '/both', { type: 'leave', seconds: 700 });
    await at(15, '/c', { type: 'leave', seconds: 300 });
    // The clock goes back next: a block that was written then would end the visit.
    await service.drain();
  };
  const websites = [await owner.website({ timezone: 'UTC' }), await owner.website({ timezone: 'UTC' })] as const;
  await visit(websites[0].apiKey, Number.NEGATIVE_INFINITY);
  await visit(websites[1].apiKey, 0);
  service.clock = midnight - HOUR;
  await send(service, pageview(websites[0].apiKey), { userAgent: 'Googlebot/2.1' });
  await service.drain();
  await keep(websites[0].id, 1);
  await service.jobs.tick();
  service.clock = Date.UTC(2026, 9, 10, 4);
  await service.jobs.tick();
  for (const endpoint of ENDPOINTS) {
    expect(await asked(owner, websites[0].id, endpoint, range), endpoint).toEqual(
      await asked(owner, websites[1].id, endpoint, range),
    );
  }
  expect(await asked(owner, websites[0].id, 'main', range)).toMatchObject({ totalVisitors: 1, totalPageviews: 1 });
  expect(await rowsBefore(websites[0].id, midnight)).toBe(0);
  await expectDerivedTables(service.clickhouse);
});

test.each([0, -1, 1.5, '6', 1201])('%j is no retention', async (retentionMonths) => {
  const { id } = await owner.website();
  const { status, body } = await keep(id, retentionMonths as number);
  expect([status, body.meta.errors]).toEqual([400, ['retentionMonths: must be a whole number from 1 to 1200']]);
});

test('the website has its retention, and the first day that is kept', async () => {
  service.clock = Date.UTC(2026, 6, 15, 12);
  const { id } = await owner.website({ timezone: 'Pacific/Auckland' });
  const found = async () => (await owner.get(`/websites/${id}/retention`)).body.data;
  const ofInstallation = { retentionMonths: null, keptFrom: '2026-04-16' };
  expect(await found()).toEqual(ofInstallation);
  expect((await keep(id, 1)).body.data).toEqual({ retentionMonths: 1, keptFrom: '2026-06-16' });
  expect((await keep(id, 24)).body.data).toEqual({ ...ofInstallation, retentionMonths: 24 });
  expect(await found()).toEqual({ ...ofInstallation, retentionMonths: 24 });
  expect((await keep(id, null)).body.data).toEqual(ofInstallation);
  expect((await owner.call('PUT', `/websites/${id}/retention`, {})).status).toBe(400);
  expect((await owner.call('PATCH', `/websites/${id}`, { retentionMonths: 1 })).status).toBe(400);
});
