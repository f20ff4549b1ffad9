import type { Config } from '../config.js';
import type { ClickHouse } from './clickhouse.js';
import { openEmbedded } from './embedded.js';
import { openServer } from './server.js';

/** Opens ClickHouse: the server of the configuration, else the embedded engine under `folder`. */
export async function openClickHouse({ url, cluster }: Config['clickhouse'], folder: string): Promise<ClickHouse> {
  return url === undefined ? openEmbedded(folder) : openServer(url, cluster);
}
