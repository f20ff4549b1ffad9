import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { type RewriteDeps, type RunChange, rewriteEvents } from '../../src/history/rewrite.js';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

let service: TestService;
let websiteId: string;

beforeAll(async () => {
  service = await sharedService();
  websiteId = (await (await apiClient(service)).website()).id;
});
afterAll(() => service?.close());

test('what has written nothing is cleaned up without the lock, which others may wait for', async () => {
  let isLocked = false;
  const cleaned: string[] = [];
  const clickhouse: ClickHouse = {
    ...service.clickhouse,
    dropPartition: async (...args) => {
      cleaned.push(isLocked ? 'locked' : 'free');
      await service.clickhouse.dropPartition(...args);
    },
  };
  const lock: RunChange = async (_, task) => {
    isLocked = true;
    return task(async () => true).finally(() => {
      isLocked = false;
    });
  };
  const deps: RewriteDeps = {
    clickhouse,
    db: service.engines.postgres.db,
    instance: 'test',
    folder: service.folder,
    now: () => service.clock,
    exists: () => true,
    alone: lock,
    exclusive: lock,
    stopping: new AbortController().signal,
    log: () => undefined,
  };
  const left = rewriteEvents({ websiteId, importId: randomUUID() }, deps, ({ locked }) =>
    locked(lock, async () => {
      throw new Error('the client went away');
    }),
  );
  await expect(left).rejects.toThrow('the client went away');
  expect(new Set(cleaned)).toEqual(new Set(['free']));
});
