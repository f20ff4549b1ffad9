import { join } from 'node:path';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { migrateClickHouse, pendingClickHouse } from '../clickhouse/migrate.js';
import { openClickHouse } from '../clickhouse/open.js';
import { migratePostgres } from '../postgres/migrate.js';
import { openPostgres } from '../postgres/open.js';
import type { Postgres } from '../postgres/postgres.js';
import { endAllCounts } from '../websites/count.js';
import type { Config } from './config.js';
import type { OpenDatabases } from './installation.js';

/** Open, and at this version's schema. */
export interface Engines {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  close(): Promise<void>;
}

type PostgresConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;
type EnginesConfig = PostgresConfig & Pick<Config, 'clickhouse'>;

/** Called before anything in the databases is changed. When it throws, they are closed. */
export type Verify = (databases: OpenDatabases) => Promise<void>;

const anything: Verify = async () => undefined;

/** Called when a server stops or resumes answering, and about repairs after a power loss. */
type Warn = (message: string) => void;

/** A database without a configured server is embedded under `DATA_DIR`. */
export async function openEngines(config: EnginesConfig, verify = anything, warn?: Warn): Promise<Engines> {
  const engines = await openDatabases(config, verify, warn);
  return orClose(engines, async () => {
    await migrateDatabases(engines, config.clickhouse.cluster);
    return engines;
  });
}

/** These migrations of ClickHouse empty the daily visitor counts. */
const MIGRATIONS_EMPTYING_COUNTS = ['0011_daily_visitors.sql', '0012_daily_visitors.sql'];

/**
 * Migrates both databases, one process at a time. Daily visitor counts that a migration empties are ended before and
 * after it, so that they are rebuilt, even when only ClickHouse was restored from a backup.
 */
export async function migrateDatabases(
  { clickhouse, postgres }: Pick<Engines, 'clickhouse' | 'postgres'>,
  cluster: string | undefined,
): Promise<void> {
  await postgres.withNamedLock('migrations', async () => {
    await migratePostgres(postgres);
    const emptiesCounts = (await pendingClickHouse(clickhouse)).some((name) =>
      MIGRATIONS_EMPTYING_COUNTS.includes(name),
    );
    if (emptiesCounts) await endAllCounts(postgres.db);
    await migrateClickHouse(clickhouse, cluster);
    // A process of an earlier version may have begun a rebuild meanwhile.
    if (emptiesCounts) await endAllCounts(postgres.db);
  });
}

/** At this version's schema. */
export async function openPostgresAlone(config: PostgresConfig, verify = anything): Promise<Postgres> {
  const postgres = await openConfiguredPostgres(config);
  return orClose(postgres, async () => {
    await verify({ postgres });
    await migratePostgres(postgres);
    return postgres;
  });
}

/** Does not migrate: tables may be of an earlier version or missing. */
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

/** Closes the resource when the task fails. */
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
