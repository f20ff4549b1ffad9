import { embeddedFailure } from './embedded-failure.js';
import type { Postgres } from './postgres.js';

interface PostgresAddress {
  readonly url: string | undefined;
  /** Folder of the embedded database. */
  readonly folder: string;
  /** Called when a server stops answering, and when it answers again. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Opens the server at `url`, or without one the embedded database in `folder`. Only the chosen driver is loaded. Tables are
 * created by `migratePostgres`.
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

/** Returns whether an error of Node names a file and its problem, such as a folder that cannot be created. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
