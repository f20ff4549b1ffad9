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
  try {
    await migrateClickHouse(engines.clickhouse, config.clickhouse.cluster);
    await migratePostgres(engines.postgres);
    return engines;
  } catch (error) {
    await engines.close();
    throw error;
  }
}

/** PostgreSQL alone, at this version's schema. */
export async function openPostgresAlone(config: PostgresConfig): Promise<Postgres> {
  const postgres = await postgresOf(config);
  try {
    await migratePostgres(postgres);
    return postgres;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

/** Both databases with the tables as they are: an earlier version's, or none. */
export async function openDatabases(config: EnginesConfig): Promise<Engines> {
  const clickhouse = await openClickHouse(config.clickhouse, join(config.dataDir, 'clickhouse'));
  try {
    const postgres = await postgresOf(config);
    const close = async () => {
      await postgres.close();
      await clickhouse.close();
    };
    return { clickhouse, postgres, close };
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
}

const postgresOf = ({ databaseUrl, dataDir }: PostgresConfig): Promise<Postgres> =>
  openPostgres({ url: databaseUrl, folder: join(dataDir, 'postgres') });
