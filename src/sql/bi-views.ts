import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { splitStatements } from '../clickhouse/migration-file.js';
import { sql, string, trusted } from '../clickhouse/sql.js';
import { BI_DATABASE } from './reader.js';

const FOLDER = fileURLToPath(new URL('../../clickhouse/bi/', import.meta.url));

/**
 * Creates the database `bi` of BI tools on tables of this version. Can be repeated, also while its views are being read.
 *
 * @param cluster name of the cluster; undefined for a single server and for the embedded engine
 */
export async function createBiViews(clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> {
  await run(clickhouse, 'rows.sql', cluster);
  if (cluster !== undefined) await run(clickhouse, 'cluster.sql', cluster);
  await run(clickhouse, 'views.sql', cluster);
}

/** Creates the database `bi`, or brings it to this version, on tables that an earlier version may have created. */
export async function renewBiViews(clickhouse: ClickHouse, cluster?: string): Promise<void> {
  await dropEarlierRows(clickhouse, cluster);
  await createBiViews(clickhouse, cluster);
}

/** Brings the views to this version where an earlier one has created them. */
export async function updateBiViews(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const [found] = await clickhouse.query({
    name: 'bi/views',
    sql: sql`SELECT count() AS views FROM system.tables WHERE database = ${string(BI_DATABASE)} AND engine = 'View'`,
    row: z.object({ views: z.coerce.number() }),
  });
  if (found !== undefined && found.views > 0) await renewBiViews(clickhouse, cluster);
}

/**
 * Drops the rows behind `bi.daily_visitors` if they have the columns of an earlier version, to be created again under the same
 * name, for which there is a row policy. A table that replaces another one has a name without a policy for a moment.
 */
async function dropEarlierRows(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const [found] = await clickhouse.query({
    name: 'bi/rows',
    sql: sql`SELECT count() AS earlier FROM system.columns WHERE database = 'bi_rows' AND table = 'daily_visitors' AND name = 'seen'`,
    row: z.object({ earlier: z.coerce.number() }),
  });
  if (found !== undefined && found.earlier > 0) await run(clickhouse, 'drop-rows.sql', cluster);
}

/** Creates the row policies on a server, without which the views show the rows of every account. Can be repeated. */
export const createBiPolicies = (clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> =>
  run(clickhouse, 'policies.sql', cluster);

async function run(clickhouse: Pick<ClickHouse, 'command'>, name: string, cluster: string | undefined): Promise<void> {
  const text = await readFile(`${FOLDER}${name}`, 'utf8');
  const template = text.replaceAll('{{cluster}}', cluster ?? '');
  for (const statement of splitStatements({ version: 0, name, checksum: '', template }, cluster)) {
    await clickhouse.command(trusted(statement));
  }
}
