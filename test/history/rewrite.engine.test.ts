import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { beginImport } from '../../src/history/import-repository.js';
import { type Commitment, type RewriteContext, rewriteEvents } from '../../src/history/rewrite.js';
import type { RunChange } from '../../src/history/website-changes.js';
import { imports } from '../../src/postgres/schema.js';
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

/** A lock that says what happens when it is given back. */
const lockUntil =
  (onFree: () => unknown, isHeld = true): RunChange =>
  async (_, task) => {
    try {
      return await task(async () => isHeld);
    } finally {
      await onFree();
    }
  };

const contextWith = (lock: RunChange, clickhouse = service.clickhouse): RewriteContext => ({
  ...testContext({ clickhouse, postgres: service.engines.postgres, config: { dataDir: service.folder } }),
  exists: () => true,
  changes: { alone: lock, exclusive: lock },
  stopping: new AbortController().signal,
  maxRemovalMs: 0,
});

async function registered() {
  const importId = randomUUID();
  const { db } = service.engines.postgres;
  await beginImport(db, { importId, websiteId, instance: 'test', idempotencyKey: undefined, now: 0 });
  const state = async () => (await db.select().from(imports).where(eq(imports.id, importId)))[0]?.state;
  return { target: { websiteId, importId, failed: 'failed' }, state };
}

const setState = (state: 'removing' | 'done') => async (db: RewriteContext['db'], importId: string) => {
  await db.update(imports).set({ state }).where(eq(imports.id, importId));
};

const commitment: Commitment = { commit: setState('removing'), complete: async () => {}, close: setState('done') };

test('what has written nothing is cleaned up without the lock, which others may wait for', async () => {
  let isLocked = true;
  const cleaned: string[] = [];
  const clickhouse: ClickHouse = {
    ...service.clickhouse,
    dropPartition: async (...args) => {
      cleaned.push(isLocked ? 'locked' : 'free');
      await service.clickhouse.dropPartition(...args);
    },
  };
  const lock = lockUntil(() => {
    isLocked = false;
  });
  const { target } = await registered();
  const left = rewriteEvents(contextWith(lock, clickhouse), target, ({ locked }) =>
    locked(lock, async () => {
      throw new Error('the client went away');
    }),
  );
  await expect(left).rejects.toThrow('the client went away');
  expect(new Set(cleaned)).toEqual(new Set(['free']));
});

test('what has written is finished before the next change has the lock', async () => {
  for (const isFull of [false, true]) {
    const { target, state } = await registered();
    const states: unknown[] = [];
    const lock = lockUntil(async () => states.push(await state()));
    const written = rewriteEvents(contextWith(lock), target, ({ locked }) =>
      locked(lock, (write) =>
        write(async () => {
          states.push(await state());
          if (isFull) throw new Error('no room');
        }, commitment),
      ),
    );
    await written.catch(() => undefined);
    expect(states).toEqual(['writing', isFull ? undefined : 'done']);
  }
});

test('PostgreSQL that is away when a change is done does not keep the lock', async () => {
  const { target, state } = await registered();
  const states: unknown[] = [];
  const lock = lockUntil(async () => states.push(await state()));
  const close: Commitment['close'] = async (...given) => {
    if (states.length === 0) throw new Error('connection refused');
    await commitment.close(...given);
  };
  await rewriteEvents(contextWith(lock), target, ({ locked }) =>
    locked(lock, (write) => write(async () => {}, { ...commitment, close })),
  );
  expect([...states, await state()]).toEqual(['removing', 'done']);
});

test('a change whose lock is lost before it writes writes nothing', async () => {
  const { target, state } = await registered();
  const lock = lockUntil(() => {}, false);
  const lost = rewriteEvents(contextWith(lock), target, ({ locked }) =>
    locked(lock, (write) => write(async () => expect.unreachable(), commitment)),
  );
  await expect(lost).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await state()).toBeUndefined();
});
