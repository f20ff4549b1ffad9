import { expect, onTestFinished, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { rebuildDerivedTables } from '../../src/clickhouse/derived-tables.js';
import { sql } from '../../src/clickhouse/sql.js';
import { apiClient } from './api-client.js';
import { testService } from './test-service.js';
import { twoShardsService } from './two-shards-service.js';

const DAY = { from: '2026-03-01', to: '2026-03-01' };

/** The same event of another visitor. */
const LATE = sql`INSERT INTO events SELECT * REPLACE (visitor_id + 1 AS visitor_id) FROM events LIMIT 1`;

test.each([
  ['embedded', testService],
  ['two shards', twoShardsService],
])('a block that arrives while visits are rebuilt counts once (%s)', async (_, open) => {
  const service = await open();
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(
    id,
    JSON.stringify({ timestamp: '2026-03-01T12:00:00Z', url: 'https://example.com/', visitor: 'a' }),
  );

  let isLate = true;
  const clickhouse: ClickHouse = {
    ...service.clickhouse,
    command: async (statement) => {
      if (isLate && statement.chunks[0]?.startsWith('INSERT INTO visits')) {
        isLate = false;
        await service.clickhouse.command(LATE);
      }
      await service.clickhouse.command(statement);
    },
  };
  await rebuildDerivedTables({ clickhouse, websiteId: id, before: undefined, alone: (_id, task) => task() });
  const ofVisits = { ...DAY, device: 'other', browser: 'Unknown' };
  expect((await client.get(`/websites/${id}/stats/main`, ofVisits)).body.data).toMatchObject({
    totalVisitors: 2,
    totalPageviews: 2,
  });
});
