import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instant, type Sql, sql, uuid } from '../../src/clickhouse/sql.js';
import type { Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { randomQueries } from '../oracle/queries.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { expectDerivedTables } from './derived-tables.js';
import { fetchAnswer, imported } from './oracle-client.js';
import { stagedRows, storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const RETENTION_WEEKS = [
  { timezone: 'America/New_York', from: '2026-03-06', seed: 21 },
  { timezone: 'Australia/Lord_Howe', from: '2026-04-03', seed: 22 },
] as const;

/** A service that keeps three months. */
export interface RetentionService {
  readonly service: TestService;
  readonly owner: ApiClient;
  /** Makes the next deletion of rows of `visits` fail. */
  failOnce(): void;
  hasFailed(): boolean;
}

export async function retentionService(): Promise<RetentionService> {
  let failsNext = false;
  const service = await testService({
    environment: { RETENTION_MONTHS: '3' },
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      delete: async (table, condition) => {
        if (table === 'visits' && failsNext) {
          failsNext = false;
          throw new Error('a deletion fails');
        }
        await clickhouse.delete(table, condition);
      },
    }),
  });
  return {
    service,
    owner: await apiClient(service),
    failOnce: () => {
      failsNext = true;
    },
    hasFailed: () => !failsNext,
  };
}

const countRow = z.object({ rows: z.coerce.number() });

/** Rows of a website's events, visits, sessions and drops before an instant. */
export async function rowsBefore(service: TestService, websiteId: string, before: number): Promise<number> {
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

/** Lets the days of a random history become older than its website keeps them. */
export function describeRetention(
  opened: () => RetentionService,
  { timezone, from, seed }: (typeof RETENTION_WEEKS)[number],
): void {
  describe(`a history in ${timezone}`, () => {
    const website = { timezone, domain: DOMAIN };
    const history = randomHistory({ seed, zone: timezone, from, days: 5, visitors: 9, domain: DOMAIN });
    const day = (days: number) => addDays(from, days);
    const queries: readonly Query[] = [
      { from: day(-2), to: day(9), limit: 'all' },
      { from: day(-2), to: day(1), limit: 'all' },
      ...randomQueries(history, website, { seed, count: 1 }),
    ];
    let service: TestService;
    let owner: ApiClient;
    let failOnce: () => void;
    let hasFailed: () => boolean;
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
          const data = await fetchAnswer(owner, websiteId, endpoint, query);
          expect(data, `${endpoint} ${JSON.stringify(query)}`).toEqual(answer(kept, website, endpoint, query));
        }
      }
      expect(await rowsBefore(service, websiteId, start)).toBe(0);
    }

    const keep = (websiteId: string, retentionMonths: number | null) =>
      owner.call('PUT', `/websites/${websiteId}/retention`, { retentionMonths });

    beforeAll(async () => {
      ({ service, owner, failOnce, hasFailed } = opened());
      service.clock = dayStart(timezone, day(14));
      [id, other] = [(await owner.website(website)).id, (await owner.website(website)).id];
      for (const websiteId of [id, other]) await imported(owner, websiteId, history);
      await keep(id, 1);
      await service.jobs.run('notifications', 'retention');
    });

    test('loses its days when they are older than a month, at four at night, after a restart too', async () => {
      await expectKept(id, undefined, queries.slice(0, 1));
      service.clock = aMonthAfter(2, 5);
      await service.jobs.run('notifications', 'retention');
      await expectKept(id, day(2), queries.slice(0, 1));
      service.clock = aMonthAfter(3, 3);
      await service.jobs.run('notifications', 'retention');
      await expectKept(id, day(2), queries.slice(0, 1));
      service.clock = aMonthAfter(3, 4);
      await service.restart();
      failOnce();
      await service.jobs.run('notifications', 'retention');
      expect(hasFailed()).toBe(true);
      service.clock += 2 * MINUTE;
      await service.jobs.run('notifications', 'retention');
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
      await service.jobs.run('notifications', 'retention');
      expect(Object.keys(await storedRows(service, id)).filter((table) => table !== 'daily_visitors')).toEqual([]);
      expect((await owner.get(`/websites/${id}/stats/has-events`)).body.data).toEqual({ hasEvents: false });
      await expectKept(other, undefined, queries.slice(0, 1));
      // A website cannot keep more than the installation.
      await keep(other, 40);
      service.clock = aMonthAfter(2 + 61, 4);
      await service.jobs.run('notifications', 'retention');
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
}
