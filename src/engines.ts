import { join } from 'node:path';
import type { ClickHouse } from './clickhouse/clickhouse.js';
import { migrateClickHouse } from './clickhouse/migrate.js';
import { openClickHouse } from './clickhouse/open.js';
import type { Config } from './config.js';
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

/** Opens what the configuration names; what it does not name is embedded under `DATA_DIR`. */
export async function openEngines(config: EnginesConfig): Promise<Engines> {
  const engines = await openDatabases(config);
  return orClose(engines, async () => {
    await migrateClickHouse(engines.clickhouse, config.clickhouse.cluster);
    await migratePostgres(engines.postgres);
    return engines;
  });
}

/** PostgreSQL alone, at this version's schema. */
export async function openPostgresAlone(config: PostgresConfig): Promise<Postgres> {
  const postgres = await postgresOf(config);
  return orClose(postgres, async () => {
    await migratePostgres(postgres);
    return postgres;
  });
}

/** Both databases with the tables as they are: an earlier version's, or none. */
export async function openDatabases(config: EnginesConfig): Promise<Engines> {
  const clickhouse = await openClickHouse(config.clickhouse, join(config.dataDir, 'clickhouse'));
  return orClose(clickhouse, async () => {
    const postgres = await postgresOf(config);
    const close = async () => {
      await postgres.close();
      await clickhouse.close();
    };
    return { clickhouse, postgres, close };
  });
}

/** What a task makes of something open, which is closed where it fails. */
async function orClose<T>(open: { close(): Promise<void> }, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    await open.close();
    throw error;
  }
}

const postgresOf = ({ databaseUrl, dataDir }: PostgresConfig): Promise<Postgres> =>
  openPostgres({ url: databaseUrl, folder: join(dataDir, 'postgres') });
