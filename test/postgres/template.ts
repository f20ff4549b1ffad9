import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import { migratePostgres } from '../../src/postgres/migrate.js';

const MIGRATIONS = join(import.meta.dirname, '../../sql');

/** Distinguishes what `makeDump` makes from what it made before. */
const KIND = 'small';

/**
 * An embedded database with all tables and no rows. It is made once for each state of `sql/` and kept as a file, for
 * making one takes seconds and loading it a fraction of one.
 */
export async function emptyDatabase(): Promise<PGlite> {
  const path = join(tmpdir(), `footfall-postgres-${KIND}-${await fingerprint()}.tar`);
  const dump = await readFile(path).catch(() => makeDump(path));
  return PGlite.create({ loadDataDir: new File([dump], 'dump.tar', { type: 'application/x-tar' }) });
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  // The journal has the times by which migrations are applied.
  for (const name of [...files, 'meta/_journal.json']) {
    hash.update(name).update(await readFile(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Several test files may get here at once: each writes a file of its own, and the last to rename it wins. */
async function makeDump(path: string): Promise<Buffer> {
  const client = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=2MB', '-c', 'max_wal_size=4MB'],
  });
  await migratePostgres(embeddedPostgres(client));
  await makeSmall(client);
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, dump);
  await rename(draft, path);
  return dump;
}

/** Half of what loading takes is reading files: those of databases that nobody opens, and of a log that nobody reads. */
async function makeSmall(client: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await client.query('update pg_database set datistemplate = false where datname = $1', [name]);
    await client.exec(`drop database ${name}`);
  }
  // Only a log that was written to is put aside, and removed at one of the next checkpoints.
  for (let log = 0; log < 3; log += 1) await client.exec('select pg_switch_wal(); checkpoint');
}
