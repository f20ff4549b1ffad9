import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAccount } from '../../src/accounts/create-account.js';
import { generateApiKey } from '../../src/accounts/generate-api-key.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { readConfig } from '../../src/config.js';
import { openService, type Service } from '../../src/service.js';
import { testPostgres } from '../postgres/test-postgres.js';

export const BASE_URL = 'https://footfall.example';

/** The whole service on real engines, in a folder of its own. */
export interface TestService extends Service {
  readonly clickhouse: ClickHouse;
  readonly folder: string;
  /** Epoch milliseconds of the service's clock, which a test may set. */
  clock: number;
  /** A new account and its key. */
  account(): Promise<{ readonly id: string; readonly key: string }>;
}

export interface TestServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: number;
}

export async function testService({
  environment = {},
  clock = Date.now(),
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-test-'));
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1000000', ...environment });
  const time = { clock };
  const service = await openService({
    config,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    now: () => time.clock,
    baseUrl: BASE_URL,
    openEngines: async () => {
      const clickhouse = await openClickHouse(config.clickhouse, join(folder, 'clickhouse'));
      await migrateClickHouse(clickhouse, undefined);
      const postgres = await testPostgres();
      const close = async () => {
        await postgres.close();
        await clickhouse.close();
      };
      return { clickhouse, postgres, close };
    },
  });
  const { clickhouse, postgres } = service.engines;
  let accounts = 0;
  return Object.assign(time, service, {
    clickhouse,
    folder,
    account: async () => {
      accounts += 1;
      const { id } = await createAccount(postgres.db, { email: `owner-${accounts}@example.com` }, time.clock);
      return { id, key: await generateApiKey(postgres.db, id, undefined, time.clock) };
    },
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
