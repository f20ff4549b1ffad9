import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { splitStatements } from '../clickhouse/migration-file.js';
import { sql, string, trusted } from '../clickhouse/sql.js';
import { BI_DATABASE } from './reader.js';
import { SQL_TABLES, type SqlTable } from './sql-tables.js';

const FOLDER = fileURLToPath(new URL('../../clickhouse/bi/', import.meta.url));

/**
 * Creates the database `bi` on tables of this version. Safe to repeat, even while its views are being read.
 *
 * @param cluster name of the cluster; undefined for a single server and for the embedded engine
 */
export async function createBiViews(clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> {
  await run(clickhouse, 'rows.sql', cluster);
  if (cluster !== undefined) await run(clickhouse, 'cluster.sql', cluster);
  await run(clickhouse, 'views.sql', cluster);
}

/** Also works on tables of an earlier version. */
export async function renewBiViews(clickhouse: ClickHouse, cluster?: string): Promise<void> {
  await dropEarlierRows(clickhouse, cluster);
  await createBiViews(clickhouse, cluster);
}

/** Does nothing where no version has created the views. */
export async function updateBiViews(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const [found] = await clickhouse.query({
    name: 'bi/views',
    sql: sql`SELECT count() AS views FROM system.tables WHERE database = ${string(BI_DATABASE)} AND engine = 'View'`,
    row: z.object({ views: z.coerce.number() }),
  });
  if (found !== undefined && found.views > 0) await renewBiViews(clickhouse, cluster);
}

/**
 * Drops the tables behind the views that lack a column, as those of an earlier version do. They are created again under the
 * same names, which have row policies. A replaced table would be without a policy for a moment.
 */
async function dropEarlierRows(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const found = await clickhouse.query({
    name: 'bi/rows',
    sql: sql`SELECT DISTINCT table FROM system.columns
WHERE database = currentDatabase() AND default_kind != 'ALIAS'
  AND table IN (SELECT name FROM system.tables WHERE database = 'bi_rows')
  AND (table, name) NOT IN (SELECT table, name FROM system.columns WHERE database = 'bi_rows')`,
    row: z.object({ table: z.enum(SQL_TABLES) }),
  });
  for (const { table } of found) await run(clickhouse, 'drop-rows.sql', cluster, table);
}

/** Without these row policies, the views show the rows of every account. Safe to repeat. */
export const createBiPolicies = (clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> =>
  run(clickhouse, 'policies.sql', cluster);

async function run(
  clickhouse: Pick<ClickHouse, 'command'>,
  name: string,
  cluster: string | undefined,
  table?: SqlTable,
): Promise<void> {
  const text = await readFile(`${FOLDER}${name}`, 'utf8');
  const template = text.replaceAll('{{cluster}}', cluster ?? '').replaceAll('{{table}}', table ?? '');
  for (const statement of splitStatements({ version: 0, name, checksum: '', template }, cluster)) {
    await clickhouse.command(trusted(statement));
  }
}
