import { statfs } from 'node:fs/promises';

/** Free space needed to open the embedded database, with room for its write-ahead log. */
const MIN_FREE_BYTES = 64_000_000;

/** The message names the fix. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = 'EmbeddedPostgresFailure';
}

/** The engine itself only reports that it was aborted. */
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
