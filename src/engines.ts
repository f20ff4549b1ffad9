import { join } from 'node:path';
import type { ClickHouse } from './clickhouse/clickhouse.js';
import { migrateClickHouse } from './clickhouse/migrate.js';
import { openClickHouse } from './clickhouse/open.js';
import type { Config } from './config.js';
import type { OpenDatabases } from './installation.js';
import { migratePostgres } from './postgres/migrate.js';
import { openPostgres } from './postgres/open.js';
import type { Postgres } from './postgres/postgres.js';

/** Both databases, open and at this version's schema. */
export interface Engines {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  close(): Promise<void>;
}

type PostgresConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;
type EnginesConfig = PostgresConfig & Pick<Config, 'clickhouse'>;

/** Called with open databases, before anything in them is changed. When it throws, they are closed. */
export type Verify = (databases: OpenDatabases) => Promise<void>;

const anything: Verify = async () => undefined;

/** Called when a server stops answering, when it answers again, and about repairs after a loss of power. */
type Warn = (message: string) => void;

/** Opens the configured servers. A database without a configured server is embedded under `DATA_DIR`. */
export async function openEngines(config: EnginesConfig, verify = anything, warn?: Warn): Promise<Engines> {
  const engines = await openDatabases(config, verify, warn);
  return orClose(engines, async () => {
    // One process at a time: a migration may drop what another process would fill already.
    await engines.postgres.withNamedLock('migrate clickhouse', () =>
      migrateClickHouse(engines.clickhouse, config.clickhouse.cluster),
    );
    await migratePostgres(engines.postgres);
    return engines;
  });
}

/** Opens PostgreSQL alone, at this version's schema. */
export async function openPostgresAlone(config: PostgresConfig, verify = anything): Promise<Postgres> {
  const postgres = await openConfiguredPostgres(config);
  return orClose(postgres, async () => {
    await verify({ postgres });
    await migratePostgres(postgres);
    return postgres;
  });
}

/** Opens both databases without migrating them. Their tables may be those of an earlier version, or missing. */
export async function openDatabases(config: EnginesConfig, verify = anything, warn?: Warn): Promise<Engines> {
  const clickhouse = await openClickHouse({ ...config.clickhouse, warn }, join(config.dataDir, 'clickhouse'));
  return orClose(clickhouse, async () => {
    const postgres = await openConfiguredPostgres(config, warn);
    const close = async () => {
      await postgres.close();
      await clickhouse.close();
    };
    await orClose(postgres, () => verify({ clickhouse, postgres }));
    return { clickhouse, postgres, close };
  });
}

/** Runs a task on an open resource, and closes the resource when the task fails. */
async function orClose<T>(open: { close(): Promise<void> }, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    await open.close();
    throw error;
  }
}

const openConfiguredPostgres = ({ databaseUrl, dataDir }: PostgresConfig, warn?: Warn): Promise<Postgres> =>
  openPostgres({ url: databaseUrl, folder: join(dataDir, 'postgres'), warn });
