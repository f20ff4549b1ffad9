import { beforeAll, describe, expect, test } from 'vitest';
import { note } from '../recent.js';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';

test('that passes', async () => {
  const service = await testService();
  await service.app.request('/of-an-earlier-test');
  await service.close();
});

test('that fails, and leaves a service open', async () => {
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
  // Waits for what the service has begun.
  await service.restart();
  expect('what came').toBe('what was wanted');
});

describe('a hook that fails', () => {
  beforeAll(async () => {
    note('a line of the hook');
    await Promise.reject(new Error('no room'));
  });

  test('fails its tests', () => {});
});
