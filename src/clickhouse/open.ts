import type { ClickHouse } from './clickhouse.js';

/** Where ClickHouse is; without an address it is embedded. */
export interface ClickHouseAddress {
  readonly url: string | undefined;
  /** Name of the cluster behind the address; undefined for a single server. */
  readonly cluster: string | undefined;
  /** Told when a server stops answering and when it answers again, and what a loss of power made necessary. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Opens ClickHouse: the server at the address, else the embedded engine under `folder`. Only the one used is loaded. */
export async function openClickHouse({ url, cluster, warn }: ClickHouseAddress, folder: string): Promise<ClickHouse> {
  if (url === undefined) return (await import('./embedded.js')).openEmbedded(folder, warn);
  return (await import('./server.js')).openServer(url, cluster, warn);
}
