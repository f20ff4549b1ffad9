import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ClickHouse } from './clickhouse.js';
import { splitStatements } from './migration-file.js';
import { trusted } from './sql.js';

const FOLDER = fileURLToPath(new URL('../../clickhouse/bi/', import.meta.url));

/**
 * Creates the database `bi` of BI tools, or brings it to this version. Can be repeated, also while its views are being read.
 *
 * @param cluster name of the cluster; undefined for a single server and for the embedded engine
 */
export async function createBiViews(clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> {
  await run(clickhouse, 'rows.sql', cluster);
  if (cluster !== undefined) await run(clickhouse, 'cluster.sql', cluster);
  await run(clickhouse, 'views.sql', cluster);
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
