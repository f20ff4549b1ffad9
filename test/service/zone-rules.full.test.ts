import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { websites } from '../../src/postgres/schema.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { sharedService } from './shared-service.js';

test('visitors are counted again when an update has moved the beginning of their days', async () => {
  const service = await sharedService();
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'Etc/GMT+5' });
  await client.import(
    id,
    JSON.stringify({ timestamp: '2026-03-01T05:30:00Z', url: 'https://example.com/', visitor: 'a' }),
  );
  const before = await counted(service, id);
  const visitorsOn = async (day: string) =>
    (await client.get(`/websites/${id}/stats/main`, { from: day, to: day })).body.data.totalVisitors;
  expect(await visitorsOn('2026-03-01')).toBe(1);

  // As if the rules of the zone were others now, which nobody tells the counts.
  await service.engines.postgres.db.update(websites).set({ timezone: 'Etc/GMT+6' }).where(eq(websites.id, id));
  await service.restart();
  expect((await counted(service, id)).generation).toBe(before.generation);
  await rm(join(service.folder, 'time-zone-rules'));
  await service.restart();
  await expect
    .poll(async () => (await counted(service, id)).generation, POLL_OPTIONS)
    .toBeGreaterThan(before.generation);
  expect([await visitorsOn('2026-02-28'), await visitorsOn('2026-03-01')]).toEqual([1, 0]);
});
