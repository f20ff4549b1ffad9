import { expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { createDatabase } from '../postgres/each-postgres.js';
import { openRelay } from '../postgres/relay.js';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';
import { view } from './events.js';

// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;

test.skipIf(SERVER === undefined)('events are counted while PostgreSQL is away', async () => {
  const { url, drop } = await createDatabase(SERVER!);
  onTestFinished(drop);
  const relay = await openRelay(new URL(url));
  onTestFinished(relay.close);
  const postgres = await openPostgres({ url: relay.url, folder: '' });
  await migratePostgres(postgres);
  const service = await testService({ postgres });
  onTestFinished(async () => {
    relay.up();
    await service.close();
  });
  const client = await apiClient(service);
  const { id, apiKey } = await client.website();

  relay.down();
  for (const path of ['/a', '/b', '/c']) expect((await view(service, apiKey, path)).status).toBe(202);
  await service.drain();
  expect((await view(service, 'site_unknown', '/')).headers.get('X-Footfall-Dropped')).toBe('unknown_key');
  expect((await service.app.request('/health/ready')).status).toBe(503);

  relay.up();
  const day = new Date(service.clock).toISOString().slice(0, 10);
  await expect
    .poll(async () => (await client.get(`/websites/${id}/stats/main`, { from: day, to: day })).body.data)
    .toMatchObject({ totalPageviews: 3, totalVisitors: 1 });
});
