import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import type { Endpoint } from '../oracle/answers.js';
import { FILTERS, filterValue } from '../oracle/filters.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { randomQueries } from '../oracle/queries.js';
import { rulesOf } from '../oracle/rules.js';
import { sessionsOf } from '../oracle/sessions.js';
import { addDays } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { asked, halvesOf, imported } from './asked.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Over the ends of months and, where the zone has them, changes of clocks. */
const STRETCHES = [
  { timezone: 'UTC', from: '2025-12-29', days: 35, rollsUp: { mostRows: 300 } },
  { timezone: 'Asia/Kathmandu', from: '2026-02-26', days: 5, rollsUp: true },
  { timezone: 'Australia/Lord_Howe', from: '2026-03-30', days: 8, rollsUp: true },
];

/** Every insert stays a part of its own: what merges would sum up must not matter. */
const NEVER_MERGED = [
  'daily_sessions',
  'exit_clicks',
  'daily_visitors',
  'daily_totals',
  'daily_values',
  'hourly_visitors',
].map(
  (table) => `ALTER TABLE ${table} MODIFY SETTING
  max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1,
  min_age_to_force_merge_seconds = 0`,
);

const DAMAGED = sql`SELECT DISTINCT toString(day) AS day FROM daily_sessions`;

describe.each(STRETCHES)('$timezone from $from', ({ timezone, from, days, rollsUp }) => {
  const website = { timezone, domain: DOMAIN };
  let history = randomHistory({ seed: days, zone: timezone, from, days, visitors: 25, domain: DOMAIN });
  const queriesOf = (seed: number) => randomQueries(history, website, { seed: days + seed, count: 3 });
  const { older, newer } = halvesOf(history);
  const start = Date.parse(from);
  let service: TestService;
  let client: ApiClient;
  let id: string;

  beforeAll(async () => {
    service = await testService({ afterMigration: NEVER_MERGED, rollsUp });
    client = await apiClient(service);
    service.clock = start + (days + 4) * DAY_MS;
    ({ id } = await client.website({ domain: DOMAIN, timezone }));
    await imported(client, id, newer);
  });

  afterAll(() => service.close());

  const builtOf = (zone: string) => service.services.withBuilt({ id, timezone: zone }, async (built) => built);
  const built = async () => (await builtOf(timezone))?.until ?? 0;

  /** To other questions with each seed. */
  async function agrees(seed: number, endpoints: readonly Endpoint[] = ENDPOINTS) {
    for (const endpoint of endpoints) {
      for (const query of queriesOf(seed)) {
        const says = answer(history, website, endpoint, query);
        expect(await asked(client, id, endpoint, query), `${endpoint} ${JSON.stringify(query)}`).toEqual(says);
      }
    }
  }

  /** Of ranges that begin and end on each day, many of them amid sessions that went to the page. */
  async function agreesByPage() {
    const pages = sessionsOf(history, DOMAIN, rulesOf().pause).map((event) => filterValue('page', event) ?? '/');
    for (let day = 0; day < days; day += days > 10 ? 3 : 1) {
      for (const length of [1, 2, days - day]) {
        const page = pages[(day * 31 + length) % pages.length] ?? '/';
        const query = { from: addDays(from, day), to: addDays(from, day + length - 1), filters: { page } };
        const says = answer(history, website, 'main', query);
        expect(await asked(client, id, 'main', query), JSON.stringify(query)).toEqual(says);
      }
    }
  }

  test('an older import makes what was built before it wrong, and events answer at once', async () => {
    await service.rollups.bringUpAll();
    expect(await built()).toBeGreaterThan(start + (days - 1) * DAY_MS);
    await imported(client, id, older);
    expect(await built()).toBeLessThan(start + DAY_MS);
    await agrees(1);
  });

  test('built to the middle, what is newer comes from events', async () => {
    service.clock = start + (days / 2 + 1) * DAY_MS;
    await service.rollups.bringUpAll();
    expect(await built()).toBeGreaterThan(start);
    expect(await built()).toBeLessThan(start + (days / 2 + 1) * DAY_MS);
    await agrees(2);
    await agreesByPage();
  });

  test('built to the end, day by day', async () => {
    for (let day = days / 2 + 2; day < days + 8; day += day < days / 2 + 4 ? 1 : 7) {
      service.clock = start + day * DAY_MS;
      await service.rollups.bringUpAll();
    }
    expect(await built()).toBeGreaterThan(start + (days - 1) * DAY_MS);
    await agrees(3);
    await agreesByPage();
  });

  test.each(FILTERS)('main and all hours of all days, by %s', async (filter) => {
    const values = sessionsOf(history, DOMAIN, rulesOf().pause).map((event) => filterValue(filter, event));
    const value = values.find((each) => each !== null && each !== '');
    if (!value) throw new Error('no event has any');
    const query = { from, to: addDays(from, days - 1), granularity: 'hour', filters: { [filter]: value } } as const;
    for (const endpoint of ['main', 'visitors-chart'] as const) {
      expect(await asked(client, id, endpoint, query)).toEqual(answer(history, website, endpoint, query));
    }
  });

  test('what comes late into a month that is over makes it anew, from its last part before that', async () => {
    const before = await built();
    const timestamp = new Date(start + (days - 2) * DAY_MS).toISOString();
    const late: PastEvent = {
      type: 'pageview',
      url: `https://${DOMAIN}/late`,
      timestamp,
      visitor: 'late',
      device: 'tv',
    };
    await imported(client, id, [late]);
    history = [...history, late];
    expect(await built()).toBeGreaterThan(start);
    expect(await built()).toBeLessThan(before);
    await service.rollups.bringUpAll();
    expect(await built()).toBe(before);
    await agrees(4, ['main', 'pages', 'devices']);
  });

  test('made anew from a month on, or all of it, they say the same', async () => {
    const { length } = await service.clickhouse.query({
      name: 'test',
      sql: DAMAGED,
      row: z.object({ day: z.string() }),
    });
    expect(length).toBeGreaterThan(0);
    await service.clickhouse.command(sql`TRUNCATE TABLE daily_sessions`);
    await service.clickhouse.command(sql`TRUNCATE TABLE daily_visitors`);
    const month = new Date(start + days * DAY_MS).toISOString().slice(0, 7);
    expect(await service.rollups.rebuild({ websiteId: id, month })).toBe(1);
    expect(await built()).toBeGreaterThan(start + (days - 1) * DAY_MS);
    const everything = { from, to: addDays(from, days - 1) };
    const browsers = answer(history, website, 'browsers', everything);
    expect(await asked(client, id, 'browsers', everything)).not.toEqual(browsers);
    expect(await service.rollups.rebuild({ websiteId: id })).toBe(1);
    await agrees(5);
  });

  test('a change of the time zone starts over', async () => {
    const zone = 'Asia/Kolkata';
    await client.call('PATCH', `/websites/${id}`, { timezone: zone });
    expect(await builtOf(zone)).toBeUndefined();
    await service.rollups.bringUpAll();
    expect((await builtOf(zone))?.until).toBeGreaterThan(start);
    for (const query of queriesOf(6)) {
      const says = answer(history, { ...website, timezone: zone }, 'visitors-chart', query);
      expect(await asked(client, id, 'visitors-chart', query)).toEqual(says);
    }
  });
});
