import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { websites } from '../../src/postgres/schema.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { type ApiClient, apiClient } from './api-client.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { fetchAnswer, halvesOf, imported } from './oracle-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const WEBSITE = { timezone: 'Europe/Berlin', domain: 'example.com' };
const WHOLE = { from: '2026-03-20', to: '2026-04-05' };

const history = randomHistory({
  seed: 31,
  zone: WEBSITE.timezone,
  from: '2026-03-26',
  days: 5,
  visitors: 25,
  domain: WEBSITE.domain,
});

let service: TestService;
let client: ApiClient;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  client = await apiClient(service);
  ({ id } = await client.website(WEBSITE));
});

afterAll(() => service.close());

async function expectAnswers(): Promise<void> {
  for (const endpoint of ENDPOINTS) {
    expect(await fetchAnswer(client, id, endpoint, WHOLE), endpoint).toEqual(answer(history, WEBSITE, endpoint, WHOLE));
  }
}

test('imports of older history, one right after the other, are in every figure at once and in the counts soon', async () => {
  const { older, newer } = halvesOf(history);
  await imported(client, id, newer);
  const { generation } = await counted(service, id);
  const middle = Math.floor(older.length / 2);
  // The second may come while the first is being counted.
  await imported(client, id, older.slice(0, middle));
  await imported(client, id, older.slice(middle));
  await expectAnswers();
  const count = await counted(service, id);
  expect(count.generation).toBeGreaterThan(generation);
  await expectDailyVisitors(service.clickhouse, id, count);
  await expectAnswers();
});

test('a count that PostgreSQL has forgotten is not asked, and its number is not used again', async () => {
  const { db } = service.engines.postgres;
  const { generation } = await counted(service, id);
  await db
    .update(websites)
    .set({ countGeneration: generation - 1 })
    .where(eq(websites.id, id));
  await service.restart();
  expect((await findWebsite(db, id))?.countState).not.toBe('complete');
  await expectAnswers();
  const count = await counted(service, id);
  expect(count.generation).toBeGreaterThan(generation);
  await expectDailyVisitors(service.clickhouse, id, count);
  await expectAnswers();
});
