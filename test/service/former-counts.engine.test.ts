import { expect, onTestFinished, test } from 'vitest';
import { forgetCounts } from '../../src/daily-visitors/recount.js';
import { countVisitors } from '../../src/history/recounts.js';
import type { RunChange } from '../../src/history/website-changes.js';
import { completeCount, endCounts } from '../../src/websites/count.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { websiteLockName } from '../../src/websites/website.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { apiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { counted } from './daily-visitors.js';
import { sharedService } from './shared-service.js';

test('a process that forgets the counts before its own keeps those that another one has made since', async () => {
  const service = await sharedService({ clock: Date.UTC(2026, 2, 29, 12) });
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  await send(service, pageview(apiKey));
  await service.drain();
  await client.call('PATCH', `/websites/${id}`, { timezone: 'Europe/Berlin' });
  const own = await counted(service, id);

  const { clickhouse, postgres } = service.engines;
  const websites = { db: postgres.db, refresh: async () => undefined };
  const quiet: RunChange = (each, task) => postgres.withNamedLock(websiteLockName(each), task);
  const generation = async () => completeCount((await findWebsite(postgres.db, id))!)?.generation ?? 0;
  // As `footfall rebuild` does; the service may be the first to count again.
  await endCounts(websites, [id]);
  await expect
    .poll(async () => {
      await countVisitors({ clickhouse, postgres }, websites, quiet, id);
      return generation();
    }, POLL_OPTIONS)
    .toBeGreaterThan(own.generation);

  await forgetCounts(clickhouse, id, own);
  const range = { from: '2026-03-29', to: '2026-03-29' };
  expect((await client.get(`/websites/${id}/stats/main`, range)).body.data.totalVisitors).toBe(1);
});
