import { resolve } from 'node:path';
import type { Context } from '../context/context.js';
import type { Reader } from './reader.js';
import { sqlBudget } from './sql-budget.js';

/** User SQL runs in processes over the embedded engine's parts, or on the ClickHouse server. */
export async function openReader({ clickhouse, config, secret, log }: Context): Promise<Reader> {
  const { url, cluster } = config.clickhouse;
  if (url !== undefined) return (await import('./server-reader.js')).serverReader(clickhouse, { url, cluster }, secret);
  const { SqlRunner } = await import('./sql-runner.js');
  const options = {
    clickhouse,
    store: resolve(config.dataDir, 'clickhouse'),
    folder: resolve(config.dataDir, 'sql'),
    warn: (message: string) => log.error(message),
  };
  return SqlRunner.open(options, sqlBudget());
}
