import { migrateDatabases } from '../app/engines.js';
import { pendingClickHouse } from '../clickhouse/migrate.js';
import { pendingPostgres } from '../postgres/migrate.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { withUnmigratedEngines } from './with-engines.js';

export const migrate = administration({
  name: 'migrate',
  description: 'Apply pending database migrations, as every start does',
  args: {},
  run: () => {
    const config = configuration();
    return withUnmigratedEngines(config, async ({ clickhouse, postgres }) => {
      const applied = {
        clickhouse: await pendingClickHouse(clickhouse),
        postgres: await pendingPostgres(postgres.db),
      };
      await migrateDatabases({ clickhouse, postgres }, config.clickhouse.cluster);
      return {
        data: applied,
        lines: [line('ClickHouse', applied.clickhouse), line('PostgreSQL', applied.postgres)],
      };
    });
  },
});

const line = (database: string, applied: readonly string[]): string =>
  applied.length === 0 ? `${database} is up to date` : `${database}: applied ${applied.join(', ')}`;
