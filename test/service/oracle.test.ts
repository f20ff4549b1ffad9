import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import type { Endpoint, Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { randomQueries } from '../oracle/queries.js';
import { MUTANTS } from '../oracle/rules.js';
import { type ApiClient, apiClient } from './api-client.js';
import { asked, importInPieces } from './asked.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

/** Weeks with a change of clocks, where the zone has one. */
const WEEKS = [
  ['UTC', '2026-02-26'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2025-10-30'],
  ['Asia/Kolkata', '2026-01-29'],
  ['Asia/Kathmandu', '2026-02-26'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Australia/Lord_Howe', '2025-10-03'],
] as const;

/** Every insert stays a part of its own: what merges would sum up must not matter. */
const NEVER_MERGED = [
  `ALTER TABLE events MODIFY SETTING
  max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1`,
];

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({ afterMigration: NEVER_MERGED });
  client = await apiClient(service);
});

afterAll(() => service.close());

describe.each(WEEKS.map((week, index) => [...week, index] as const))('%s from %s', (timezone, from, index) => {
  const website = { timezone, domain: DOMAIN };
  const history = randomHistory({ seed: index + 1, zone: timezone, from, days: 5, visitors: 25, domain: DOMAIN });
  const queries = randomQueries(history, website, { seed: index + 100, count: 25 });
  const questions = ENDPOINTS.flatMap((endpoint) => queries.map((query) => ({ endpoint, query })));
  const answers: { readonly endpoint: Endpoint; readonly query: Query; readonly data: unknown }[] = [];

  beforeAll(async () => {
    const { id } = await client.website({ domain: DOMAIN, timezone });
    await importInPieces(client, id, history);
    for (const question of questions) {
      answers.push({ ...question, data: await asked(client, id, question.endpoint, question.query) });
    }
  });

  test.each(ENDPOINTS)('%s is what the oracle says', (endpoint) => {
    for (const { query, data } of answers.filter((each) => each.endpoint === endpoint)) {
      expect(data, JSON.stringify(query)).toEqual(answer(history, website, endpoint, query));
    }
  });

  // There is no other day than the UTC one in UTC.
  const mutants = MUTANTS.filter((mutant) => mutant !== 'utc-days' || timezone !== 'UTC');

  test.each(mutants)('the mutant %s would be noticed', (mutant) => {
    const noticed = answers.filter(
      ({ endpoint, query, data }) => !isDeepStrictEqual(data, answer(history, website, endpoint, query, mutant)),
    );
    expect(noticed).not.toEqual([]);
  });
});

test('the parts were never merged', async () => {
  const [parts] = await service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT count() AS parts, uniqExact(partition) AS months
FROM system.parts WHERE active AND table = 'events' AND rows > 0`,
    row: z.object({ parts: z.coerce.number(), months: z.coerce.number() }),
  });
  expect(parts!.parts).toBeGreaterThan(parts!.months * 2);
});
