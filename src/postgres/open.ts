import type { Postgres } from './postgres.js';

interface PostgresAddress {
  readonly url: string | undefined;
  /** Of the embedded database. */
  readonly folder: string;
}

/**
 * Opens the server at `url`; without one the embedded database in `folder`. Only the one used is loaded. Tables come with
 * `migratePostgres`.
 */
export async function openPostgres({ url, folder }: PostgresAddress): Promise<Postgres> {
  if (url === undefined) return (await import('./embedded.js')).openEmbedded(folder);
  return (await import('./server.js')).openServer(url);
}
