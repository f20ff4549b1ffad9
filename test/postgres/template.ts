import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import { migratePostgres } from '../../src/postgres/migrate.js';

const MIGRATIONS = join(import.meta.dirname, '../../sql');

/**
 * An embedded database with all tables and no rows. It is made once for each state of `sql/` and kept as a file, for
 * making one takes seconds and loading it a fraction of one.
 */
export async function emptyDatabase(): Promise<PGlite> {
  const path = join(tmpdir(), `footfall-postgres-${await fingerprint()}.tar`);
  const dump = await readFile(path).catch(() => makeDump(path));
  return PGlite.create({ loadDataDir: new File([dump], 'dump.tar', { type: 'application/x-tar' }) });
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Several test files may get here at once: each writes a file of its own, and the last to rename it wins. */
async function makeDump(path: string): Promise<Buffer> {
  const client = await PGlite.create();
  await migratePostgres(embeddedPostgres(client));
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, dump);
  await rename(draft, path);
  return dump;
}
