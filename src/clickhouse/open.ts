import type { ClickHouse } from './clickhouse.js';
import { openEmbedded } from './embedded.js';
import { openServer } from './server.js';

/** Where ClickHouse is; without an address it is embedded. */
export interface ClickHouseAddress {
  readonly url: string | undefined;
  /** Name of the cluster behind the address; undefined for a single server. */
  readonly cluster: string | undefined;
}

/** Opens ClickHouse: the server at the address, else the embedded engine under `folder`. */
export async function openClickHouse({ url, cluster }: ClickHouseAddress, folder: string): Promise<ClickHouse> {
  return url === undefined ? openEmbedded(folder) : openServer(url, cluster);
}
