import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDamagedPart } from '../../src/clickhouse/damage.js';
import { sql } from '../../src/clickhouse/sql.js';
import { rowsOf } from '../clickhouse/rows.js';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';
import { view } from './events.js';

test('statistics that read a damaged part are refused with the reason, and others are answered', async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id, apiKey } = await client.website();
  expect((await view(service, apiKey, '/')).status).toBe(202);
  await service.drain();
  const [active] = (await rowsOf(
    service.clickhouse,
    sql`SELECT name, path FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active`,
  )) as [{ name: string; path: string }];
  const folder = active.path.startsWith('/') ? active.path : join(service.folder, 'clickhouse', active.path);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.bin'))) {
    const bytes = await readFile(join(folder, file));
    // A block has a checksum of 16 bytes, the method, and its size without the checksum.
    for (let start = 0; start < bytes.length; ) {
      const end = start + 16 + bytes.readUInt32LE(start + 17);
      bytes.writeUInt8(bytes.readUInt8(end - 1) ^ 1, end - 1);
      start = end;
    }
    await writeFile(join(folder, file), bytes);
  }

  const today = new Date(service.clock).toISOString().slice(0, 10);
  const { status, headers, body } = await client.get(`/websites/${id}/stats/exit-links`, { from: today, to: today });
  expect([status, body.meta.errors]).toEqual([
    503,
    ['Some of the stored data is damaged and cannot be read: the log of this installation says more'],
  ]);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  const error = await rowsOf(service.clickhouse, sql`SELECT path FROM events`).catch((caught: unknown) => caught);
  expect(findDamagedPart(error)).toBe(active.name);
  expect((await client.get(`/websites/${id}/stats/has-events`)).status).toBe(200);
});
