import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { websites } from '../../src/postgres/schema.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { sharedService } from './shared-service.js';
import { mergeRows, storedRows } from './stored-rows.js';

const MIRRORED = { name: 'test', sql: sql`SELECT name FROM websites`, row: z.object({ name: z.string() }) };

test('a website that PostgreSQL has lost keeps its events, and has them again with its row', async () => {
  const service = await sharedService();
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'UTC' });
  const other = await client.website();
  const line = JSON.stringify({ timestamp: '2026-03-01T12:00:00Z', url: 'https://example.com/', visitor: 'a' });
  await client.import(id, line);
  await counted(service, id);
  await mergeRows(service);
  const stored = await storedRows(service, id);

  // As after the restore of an older backup.
  const [row] = await service.engines.postgres.db.delete(websites).where(eq(websites.id, id)).returning();
  await service.restart();
  const later = crypto.randomUUID();
  // A round after the start: it has written a change that came later.
  await client.call('PATCH', `/websites/${other.id}`, { name: later });
  const names = () => service.clickhouse.query(MIRRORED);
  await expect.poll(names, POLL_OPTIONS).toContainEqual({ name: later });
  await mergeRows(service);
  expect(await storedRows(service, id)).toEqual(stored);

  await service.engines.postgres.db.insert(websites).values(row!);
  await service.restart();
  const range = { from: '2026-03-01', to: '2026-03-01' };
  expect((await client.get(`/websites/${id}/stats/main`, range)).body.data.totalVisitors).toBe(1);
});
