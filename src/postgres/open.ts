import { openEmbedded } from './embedded.js';
import type { Postgres } from './postgres.js';
import { openServer } from './server.js';

/** Opens the server at `url`; without one the embedded database in `folder`. Tables come with `migratePostgres`. */
export function openPostgres({ url, folder }: { url: string | undefined; folder: string }): Promise<Postgres> {
  return url === undefined ? openEmbedded(folder) : openServer(url);
}
