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
import type { Postgres } from '../../src/postgres/postgres.js';
import { openService, type Service } from '../../src/service.js';
import { testPostgres } from '../postgres/test-postgres.js';

export const BASE_URL = 'https://footfall.example';

/** The whole service on real engines, in a folder of its own. A process can have one at a time. */
export interface TestService extends Service {
  readonly clickhouse: ClickHouse;
  readonly folder: string;
  /** Epoch milliseconds of the service's clock, which a test may set. */
  clock: number;
  /** A new account and its key. */
  account(): Promise<{ readonly id: string; readonly key: string }>;
  /** Stops the service and starts it again on what it has left. This one must not be used any more. */
  restart(): Promise<TestService>;
}

export interface TestServiceOptions {
  /** Puts a door of the test's own in front of ClickHouse. */
  readonly door?: (clickhouse: ClickHouse) => ClickHouse;
  /** A statement that changes the schema when it is made. */
  readonly afterMigration?: string;
  /** A database in place of a fresh embedded one; the test closes it. */
  readonly postgres?: Postgres;
  /** Called with the data folder before anything is in it. */
  readonly prepare?: (folder: string) => void;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: number;
}

/** Of this process, so that none gets an address again after a restart. */
let accounts = 0;

/** What outlives a restart. */
interface Remains {
  readonly folder: string;
  readonly postgres: Postgres;
  readonly options: TestServiceOptions;
}

export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-test-'));
  options.prepare?.(folder);
  return start({ folder, postgres: options.postgres ?? (await testPostgres()), options }, options.clock ?? Date.now());
}

async function start(remains: Remains, clock: number): Promise<TestService> {
  const { folder, postgres, options } = remains;
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1000000', ...options.environment });
  const time = { clock };
  const service = await openService({
    config,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    now: () => time.clock,
    baseUrl: BASE_URL,
    openEngines: async () => {
      const engine = await openClickHouse(config.clickhouse, join(folder, 'clickhouse'));
      await migrateClickHouse(engine, undefined);
      if (options.afterMigration !== undefined) {
        await engine.command({ chunks: [options.afterMigration], parameters: [] });
      }
      const clickhouse = options.door?.(engine) ?? engine;
      return { clickhouse, postgres, close: () => clickhouse.close() };
    },
  });
  return Object.assign(time, service, {
    clickhouse: service.engines.clickhouse,
    folder,
    account: async () => {
      accounts += 1;
      const { id } = await createAccount(postgres.db, { email: `owner-${accounts}@example.com` }, time.clock);
      return { id, key: await generateApiKey(postgres.db, id, undefined, time.clock) };
    },
    restart: async () => {
      await service.close();
      return start(remains, time.clock);
    },
    close: async () => {
      await service.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
