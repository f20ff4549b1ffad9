import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { type RewriteContext, rewriteEvents } from '../../src/history/rewrite.js';
import type { RunChange } from '../../src/history/website-changes.js';
import { testContext } from '../context.js';
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
  const context: RewriteContext = {
    ...testContext({ clickhouse, postgres: service.engines.postgres, config: { dataDir: service.folder } }),
    exists: () => true,
    changes: { alone: lock, exclusive: lock },
    stopping: new AbortController().signal,
  };
  const left = rewriteEvents(context, { websiteId, importId: randomUUID(), failed: 'failed' }, ({ locked }) =>
    locked(lock, async () => {
      throw new Error('the client went away');
    }),
  );
  await expect(left).rejects.toThrow('the client went away');
  expect(new Set(cleaned)).toEqual(new Set(['free']));
});
