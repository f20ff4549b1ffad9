import type { ClickHouse } from './clickhouse.js';

/** Without a URL, ClickHouse is embedded. */
export interface ClickHouseAddress {
  readonly url: string | undefined;
  /** Undefined for a single server. */
  readonly cluster: string | undefined;
  /** Called when a server stops or resumes answering, and when a power loss required a repair. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Opens the server at the URL, else the embedded engine in `folder`. Loads only the driver in use. */
export async function openClickHouse({ url, cluster, warn }: ClickHouseAddress, folder: string): Promise<ClickHouse> {
  if (url === undefined) return (await import('./embedded.js')).openEmbedded(folder, warn);
  return (await import('./server.js')).openServer(url, cluster, warn);
}
