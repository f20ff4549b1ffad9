import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** Created by the build under `dist/`, which is beside `src/`. */
const FILE = fileURLToPath(new URL('../../dist/postgres/first-database.gz', import.meta.url));

/** Holds the whole content: unpacking in chunks took four times as long. */
const CHUNK_BYTES = 24 * 1024 * 1024;

/** The first line of the unpacked file; the files' bytes follow in the same order. */
const contents = z.object({
  folders: z.array(z.string()),
  files: z.array(z.tuple([z.string(), z.number()])),
});

/**
 * Unpacks a new, empty database into a folder that must not exist. PostgreSQL's `initdb` would block the first start
 * for seconds.
 *
 * @returns false if the build has not created the file, as in tests of the sources
 */
export function unpackFirstDatabase(folder: string): boolean {
  if (!existsSync(FILE)) return false;
  const bytes = gunzipSync(readFileSync(FILE), { chunkSize: CHUNK_BYTES });
  const end = bytes.indexOf('\n');
  const { folders, files } = contents.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  mkdirSync(folder);
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true });
  let offset = end + 1;
  for (const [name, size] of files) {
    writeFileSync(join(folder, name), bytes.subarray(offset, offset + size));
    offset += size;
  }
  return true;
}
