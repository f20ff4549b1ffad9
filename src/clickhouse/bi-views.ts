import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ClickHouse } from './clickhouse.js';
import { splitStatements } from './migration-file.js';
import { trusted } from './sql.js';

const FOLDER = fileURLToPath(new URL('../../clickhouse/bi/', import.meta.url));

/** The tables that have row policies, and the views in front of them. */
const FILES = ['rows.sql', 'views.sql'];

/**
 * Creates the database `bi` of BI tools, or brings it to this version. Can be repeated, also while its views are being read.
 *
 * @param cluster name of the cluster; undefined for a single server and for the embedded engine
 */
export async function createBiViews(clickhouse: Pick<ClickHouse, 'command'>, cluster?: string): Promise<void> {
  for (const name of FILES) {
    const template = await readFile(`${FOLDER}${name}`, 'utf8');
    for (const statement of splitStatements({ version: 0, name, checksum: '', template }, cluster)) {
      await clickhouse.command(trusted(statement));
    }
  }
}
