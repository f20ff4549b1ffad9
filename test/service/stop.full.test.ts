import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { testPostgres } from '../postgres/test-postgres.js';
import { apiClient } from './api-client.js';
import { testService } from './test-service.js';

/** Longer than every pause before a retry, and than the intervals of a second. */
const LONGEST_PAUSE_MS = 4_500;

/** Counts what is asked of the databases, and refuses all of it once `broken`. */
function counted() {
  const databases = { broken: false, uses: 0 };
  const use = () => {
    databases.uses += 1;
    if (databases.broken) throw new Error('away');
  };
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || name === 'close' || name === 'version') return value;
        return (...args: readonly unknown[]) => {
          use();
          return value.apply(target, args);
        };
      },
    });
  return {
    databases,
    postgres: (real: Postgres): Postgres => ({ ...watch(real), db: watch(real.db) }),
    clickhouse: (real: ClickHouse): ClickHouse => watch(real),
  };
}

/** A service that was stopped while its databases were there, or away; with how often it had asked them until then. */
async function stoppedService(isAway: boolean) {
  const exportDir = await mkdtemp(join(tmpdir(), 'footfall-stop-'));
  onTestFinished(() => rm(exportDir, { recursive: true, force: true }));
  const { databases, ...wrap } = counted();
  const service = await testService({
    postgres: wrap.postgres(await testPostgres()),
    wrapClickHouse: wrap.clickhouse,
    environment: { VISITOR_ID_ROTATION: 'daily', RETENTION_MONTHS: '12', EXPORT_DIR: exportDir },
  });
  const client = await apiClient(service);
  const { id } = await client.website();
  const { websites } = service.services;
  databases.broken = isAway;
  const rounds = [1, 2, 3].map(() => websites.refresh(id).catch(() => undefined));
  await service.close();
  await Promise.all(rounds);
  const { uses } = databases;
  expect(uses).toBeGreaterThan(0);
  // As a job may that a stop did not wait for.
  await websites.refresh(id);
  return { isAway, databases, uses };
}

test('a service that has stopped asks the databases for nothing more, whether they were there meanwhile or away', async () => {
  const stopped = [await stoppedService(false), await stoppedService(true)];
  await wait(LONGEST_PAUSE_MS);
  for (const { isAway, databases, uses } of stopped) expect(databases.uses, `away: ${isAway}`).toBe(uses);
});
