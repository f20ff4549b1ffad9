import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql, trusted, uuid } from '../../src/clickhouse/sql.js';
import { createBiViews } from '../../src/sql/bi-views.js';
import { expectRowsOnBothShards } from '../clickhouse/shard-rows.js';
import { CLUSTER } from '../clickhouse/two-shards.js';
import { randomHistory } from '../oracle/history.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { importInPieces } from '../service/oracle-client.js';
import type { TestService } from '../service/test-service.js';
import { twoShardsService } from '../service/two-shards-service.js';
import { biService } from './bi-service.js';
import { QUERIES } from './docs-queries.js';

const ZONE = 'America/New_York';
const DOMAIN = 'example.com';
const history = randomHistory({ seed: 7, zone: ZONE, from: '2026-03-06', days: 12, visitors: 60, domain: DOMAIN });

type Rows = readonly unknown[];

async function fill(service: TestService, client: ApiClient): Promise<string> {
  const { id } = await client.website({ timezone: ZONE, domain: DOMAIN });
  await importInPieces(client, id, history);
  const { generation } = await counted(service, id);
  // PostgreSQL knows of a complete count a moment before the views do.
  const copied = { name: 'test', row: z.object({ generation: z.number() }) };
  const statement = sql`SELECT max(generation) AS generation FROM websites WHERE website_id = ${uuid(id)}`;
  await expect
    .poll(() => service.clickhouse.query({ ...copied, sql: statement }), POLL_OPTIONS)
    .toEqual([{ generation }]);
  return id;
}

const withValues = (query: string, id: string): string =>
  query
    .replaceAll('{website:UUID}', `toUUID('${id}')`)
    .replaceAll('{from:Date}', "toDate('2026-03-07')")
    .replaceAll('{to:Date}', "toDate('2026-03-14')")
    .replaceAll('{page:String}', "'/'")
    .replaceAll('{event:String}', "'signup'");

/** The answers of the embedded engine. */
async function askEmbedded(): Promise<ReadonlyMap<string, Rows>> {
  const service = await biService();
  try {
    const client = await apiClient(service);
    const id = await fill(service, client);
    const answers = new Map<string, Rows>();
    for (const [title, query] of QUERIES) {
      const result = await service.connect(client.key).query({
        query: withValues(query, id),
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      });
      answers.set(title, await result.json());
    }
    return answers;
  } finally {
    await service.close();
  }
}

test('the queries of the docs have the same answers on two shards, and there are no rows for other accounts', async () => {
  const expected = await askEmbedded();
  const service = await twoShardsService();
  try {
    const [client, stranger] = [await apiClient(service), await apiClient(service)];
    const id = await fill(service, client);
    const otherId = await fill(service, stranger);
    await expectRowsOnBothShards(service.clickhouse);
    await createBiViews(service.clickhouse, CLUSTER);
    // A server's user has its websites as `log_comment`, which is a query's name here.
    const ask = (scope: string, query: string): Promise<Rows> =>
      service.clickhouse.query({ name: scope, sql: trusted(query), row: z.unknown() });
    for (const [title, query] of QUERIES) {
      expect(await ask(id, withValues(query, id)), title).toEqual(expected.get(title));
    }
    for (const view of ['events', 'visits', 'daily_visitors']) {
      const query = `SELECT DISTINCT website_id FROM bi.${view} ORDER BY website_id`;
      expect(await ask(id, query)).toEqual([{ website_id: id }]);
      expect(await ask(`${id},${otherId}`, query)).toHaveLength(2);
      expect(await ask('stats/main', query)).toEqual([]);
    }
    expect(await ask(id, 'SELECT id FROM bi.websites')).toEqual([{ id }]);
  } finally {
    await service.close();
  }
});
