import { statfs } from 'node:fs/promises';

/** What opening the embedded database takes, with room for its write-ahead log. */
const MIN_FREE_BYTES = 64_000_000;

/** The embedded PostgreSQL did not start. The message says what to do. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = 'EmbeddedPostgresFailure';
}

/** Says in plain words why the database in `folder` did not start: the engine itself only says that it was aborted. */
export async function embeddedFailure(folder: string, cause: unknown): Promise<EmbeddedPostgresFailure> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
  const reason =
    free < MIN_FREE_BYTES
      ? 'the disk is full: free some space, and start again'
      : 'its files are damaged: restore DATA_DIR from a backup, or remove that folder if the first start broke off';
  return new EmbeddedPostgresFailure(`the embedded PostgreSQL in ${folder} cannot be opened, ${reason}`, { cause });
}
