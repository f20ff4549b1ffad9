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

type EnginesConfig = Pick<Config, 'clickhouse' | 'databaseUrl' | 'dataDir'>;

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

/** The same, with the tables as they are: an earlier version's, or none. */
export async function openDatabases(config: EnginesConfig): Promise<Engines> {
  const clickhouse = await openClickHouse(config.clickhouse, join(config.dataDir, 'clickhouse'));
  try {
    const postgres = await openPostgres({ url: config.databaseUrl, folder: join(config.dataDir, 'postgres') });
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
