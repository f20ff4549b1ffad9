import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { apiClient } from './api-client.js';
import { testService } from './test-service.js';

test('BI tools see the latest name of a website also after the clock was set back', async () => {
  const service = await testService({ clock: Date.UTC(2027, 0, 1) });
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id } = await client.website({ name: 'First' });
  const latest = async () => {
    const statement = sql`SELECT argMax(name, written) AS name FROM websites WHERE website_id = ${uuid(id)}`;
    const rows = await service.clickhouse.query({ name: 'test', sql: statement, row: z.object({ name: z.string() }) });
    return rows[0]?.name;
  };
  await expect.poll(latest, POLL_OPTIONS).toBe('First');
  service.clock = Date.UTC(2026, 0, 1);
  await service.restart();
  await client.call('PATCH', `/websites/${id}`, { name: 'Second' });
  await expect.poll(latest, POLL_OPTIONS).toBe('Second');
});
