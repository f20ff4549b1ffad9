import { embeddedFailure } from './embedded-failure.js';
import type { Postgres } from './postgres.js';

interface PostgresAddress {
  readonly url: string | undefined;
  /** Used for the embedded database. */
  readonly folder: string;
  /** Called when a server stops answering, and when it answers again. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Opens the server at `url`, else the embedded database in `folder`. Loads only the driver in use. `migratePostgres`
 * creates the tables.
 *
 * @throws EmbeddedPostgresFailure when the files in `folder` are damaged or the disk is full
 */
export async function openPostgres({ url, folder, warn }: PostgresAddress): Promise<Postgres> {
  if (url === undefined) {
    const { openEmbedded } = await import('./embedded.js');
    return openEmbedded(folder).catch(async (error: unknown) => {
      throw isOfSystem(error) ? error : await embeddedFailure(folder, error);
    });
  }
  return (await import('./server.js')).openServer(url, warn);
}

/** Such an error names a file and its problem, for example a folder that cannot be created. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
