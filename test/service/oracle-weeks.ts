import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { compile, sql, string } from '../../src/clickhouse/sql.js';
import type { Endpoint, Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { findMutants, tellingQueries } from '../oracle/telling-queries.js';
import { WEEKS } from '../oracle/weeks.js';
import { type ApiClient, apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { fetchAnswer, importInPieces } from './oracle-client.js';
import { type TestService, testService } from './test-service.js';
import { NEVER_MERGED } from './unmerged-service.js';

const DOMAIN = 'example.com';

interface WeeksOptions {
  /** Opens the service with some options. */
  readonly open?: typeof testService;
  /** Zones, and their weeks' first days. */
  readonly weeks?: readonly (typeof WEEKS)[number][];
  /** The tables that statistics are to be answered from. */
  readonly sources?: readonly string[];
  /** Of each week, at each endpoint: `npm run test:long -- --queries 30` sets more. */
  readonly queries?: number;
  /** Of the first week. */
  readonly seed?: number;
}

/** Asks the service what the oracle is asked, of weeks in many zones. */
export function describeWeeks({
  open = testService,
  weeks = WEEKS,
  sources = ['daily_visitors', 'visits', 'events'],
  queries: count = Number(process.env.ORACLE_QUERIES ?? 12),
  seed: first = 1,
}: WeeksOptions = {}): void {
  let service: TestService;
  const answeredFrom = new Set<string>();
  const wrapClickHouse = (clickhouse: ClickHouse): ClickHouse => ({
    ...clickhouse,
    query: (query) => {
      const [, table] = /\bFROM ([a-z]\w+)/.exec(compile(query.sql).text) ?? [];
      if (query.name.startsWith('stats/') && table !== 'sessions') answeredFrom.add(table ?? '');
      return clickhouse.query(query);
    },
  });
  let client: ApiClient;

  beforeAll(async () => {
    service = await open({ afterMigration: NEVER_MERGED, wrapClickHouse });
    client = await apiClient(service);
  });

  afterAll(() => service.close());

  const histories = weeks.map((week, index) => [...week, first + index] as const);

  describe.each(histories)('%s from %s, seed %i', (timezone, from, seed) => {
    const website = { timezone, domain: DOMAIN };
    const history = randomHistory({ seed, zone: timezone, from, days: 5, visitors: 25, domain: DOMAIN });
    const queries = tellingQueries(history, website, { seed: seed + 99, count });
    const questions = ENDPOINTS.flatMap((endpoint) => queries.map((query) => ({ endpoint, query })));
    const answers: { readonly endpoint: Endpoint; readonly query: Query; readonly data: unknown }[] = [];

    beforeAll(async () => {
      const { id } = await client.website({ domain: DOMAIN, timezone });
      await importInPieces(client, id, history);
      await counted(service, id);
      const { clock } = service;
      for (const question of questions) {
        service.clock = question.query.now ?? clock;
        answers.push({ ...question, data: await fetchAnswer(client, id, question.endpoint, question.query) });
      }
      service.clock = clock;
    });

    test.each(ENDPOINTS)('%s is what the oracle says', (endpoint) => {
      for (const { query, data } of answers.filter((each) => each.endpoint === endpoint)) {
        expect(data, JSON.stringify(query)).toEqual(answer(history, website, endpoint, query));
      }
    });

    test.each(findMutants(timezone))('the mutant %s would be noticed', (mutant) => {
      const noticed = answers.filter(
        ({ endpoint, query, data }) => !isDeepStrictEqual(data, answer(history, website, endpoint, query, mutant)),
      );
      expect(noticed).not.toEqual([]);
    });
  });

  test('all of it was answered from what was to be asked', () => {
    expect([...answeredFrom].sort()).toEqual(sources.toSorted());
  });

  test.each(['events', 'visits'])('the parts of %s were never merged', async (table) => {
    const [parts] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT count() AS parts, uniqExact(partition) AS partitions, countIf(min_block_number < max_block_number) AS merged
FROM system.parts WHERE active AND table IN (${string(table)}, ${string(`${table}_local`)}) AND rows > 0`,
      row: z.object({ parts: z.coerce.number(), partitions: z.coerce.number(), merged: z.coerce.number() }),
    });
    expect(parts!.merged).toBe(0);
    // Of a week in two months, each half may lie in one of them.
    expect(parts!.parts).toBeGreaterThan(parts!.partitions);
  });
}
