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
    await migrateDatabases(engines, config.clickhouse.cluster);
    return engines;
  });
}

/** The migrations of ClickHouse that empty the counts of visitors. */
const MIGRATIONS_EMPTYING_COUNTS = ['0011_daily_visitors.sql', '0012_daily_visitors.sql'];

/**
 * Brings both databases to this version's schema, one process at a time. Counts of visitors that a migration empties are ended
 * before and after, so that they are made again, also when ClickHouse alone was restored from a backup.
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
    // A process of an earlier version may have begun a count meanwhile.
    if (emptiesCounts) await endAllCounts(postgres.db);
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
