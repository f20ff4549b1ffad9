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

/** Opens what the configuration names; what it does not name is embedded under `DATA_DIR`. */
export async function openEngines(config: Pick<Config, 'clickhouse' | 'databaseUrl' | 'dataDir'>): Promise<Engines> {
  const clickhouse = await openClickHouse(config.clickhouse, join(config.dataDir, 'clickhouse'));
  try {
    const postgres = await openPostgres({ url: config.databaseUrl, folder: join(config.dataDir, 'postgres') });
    await migrateClickHouse(clickhouse, config.clickhouse.cluster);
    await migratePostgres(postgres);
    return {
      clickhouse,
      postgres,
      close: async () => {
        await postgres.close();
        await clickhouse.close();
      },
    };
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
}
