import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { openServer } from '../../src/clickhouse/server.js';
import { join as joinSql, sql, string } from '../../src/clickhouse/sql.js';
import type { HttpServer } from './http-server.js';
import { standIn } from './stand-in.js';

let folder: string;
let server: HttpServer;
let clickhouse: ClickHouse;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-long-'));
  server = await standIn(folder);
  clickhouse = openServer(server.url, undefined);
});

afterAll(async () => {
  await clickhouse.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Characters of texts that are sent as parameters. */
async function measure(texts: readonly string[], comment = ''): Promise<readonly number[]> {
  const [found] = await clickhouse.query({
    name: 'test',
    row: z.object({ lengths: z.array(z.coerce.number()) }),
    sql: sql`SELECT [${joinSql(
      texts.map((text) => sql`lengthUTF8(${string(text)})`),
      ', ',
    )}] AS lengths${comment === '' ? sql`` : sql` /* ${{ chunks: [comment], parameters: [] }} */`}`,
  });
  return found?.lengths ?? [];
}

test('long parameters do not exceed the limit of a URL', async () => {
  // As filters of a funnel are: 100,000 characters of nine bytes each in a URL, several times.
  const texts = Array.from({ length: 20 }, (_, each) => `${each} "'\\\n\r\n€`.padEnd(10_000, '€'));
  expect(await measure(texts)).toEqual(texts.map((text) => text.length));
});

test('a long statement does not exceed the limit of a field', async () => {
  const texts = Array.from({ length: 20 }, () => 'x'.repeat(1_000));
  expect(await measure(texts, 'x'.repeat(140_000))).toEqual(texts.map((text) => text.length));
});
