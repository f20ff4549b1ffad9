import { resolve } from 'node:path';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { ClickHouseAddress } from '../clickhouse/open.js';
import type { Reader } from './reader.js';
import { sqlBudget } from './sql-budget.js';

export interface OpenReaderOptions {
  readonly address: Pick<ClickHouseAddress, 'url' | 'cluster'>;
  readonly secret: string;
  readonly folder: string;
  /** Called when no statement can run, for a reason that its author cannot fix. */
  readonly warn: (message: string) => void;
}

/** User SQL runs in processes over the embedded engine's parts, or on the ClickHouse server. */
export async function openReader(
  clickhouse: ClickHouse,
  { address: { url, cluster }, secret, folder, warn }: OpenReaderOptions,
): Promise<Reader> {
  if (url !== undefined) return (await import('./server-reader.js')).serverReader({ clickhouse, url, cluster, secret });
  const { SqlRunner } = await import('./sql-runner.js');
  return SqlRunner.open({
    clickhouse,
    store: resolve(folder, 'clickhouse'),
    folder: resolve(folder, 'sql'),
    budget: sqlBudget(),
    warn,
  });
}
