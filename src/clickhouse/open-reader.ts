import { join } from 'node:path';
import type { ClickHouse } from './clickhouse.js';
import { emptyFolder } from './folders.js';
import type { ClickHouseAddress } from './open.js';
import type { Reader } from './reader.js';

export interface OpenReaderOptions {
  readonly address: Pick<ClickHouseAddress, 'url' | 'cluster'>;
  /** The secret of the installation. */
  readonly secret: string;
  /** The folder of the installation. */
  readonly folder: string;
}

/** Opens what runs the statements of other people: the embedded engine itself, or a connection to the ClickHouse server. */
export async function openReader(
  clickhouse: ClickHouse,
  { address: { url, cluster }, secret, folder }: OpenReaderOptions,
): Promise<Reader> {
  if (clickhouse.reader !== undefined) return clickhouse.reader;
  if (url === undefined) throw new Error('ClickHouse without a URL is embedded, and has a reader');
  const results = await emptyFolder(join(folder, 'query-results'));
  return (await import('./server-reader.js')).serverReader({ clickhouse, url, cluster, secret, results });
}
