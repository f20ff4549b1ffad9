import { expect, test } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';

test('that passes', async () => {
  const service = await testService();
  await service.app.request('/of-an-earlier-test');
  await service.close();
});

test('that fails', async () => {
  const service = await testService({
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      insert: async () => {
        throw new Error('the disk is full');
      },
    }),
  });
  const client = await apiClient(service);
  await client.website();
  await service.app.request('/nowhere?why=not');
  await service.close();
  expect('what came').toBe('what was wanted');
});
