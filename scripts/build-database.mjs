// Builds the embedded PostgreSQL's first database, which a first start unpacks: node scripts/build-database.mjs [file]
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

const file = process.argv[2] ?? fileURLToPath(new URL('../dist/postgres/first-database.gz', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'footfall-first-database-'));
try {
  // The default segments of 16 MB would be almost empty.
  const database = await PGlite.create(folder, { initDbStartParams: ['--wal-segsize=1'] });
  // No other database is created from these. Without them, a first start unpacks and syncs a third as much.
  for (const name of ['template0', 'template1']) {
    await database.query('update pg_database set datistemplate = false where datname = $1', [name]);
    await database.exec(`drop database ${name}`);
  }
  // A closed database needs no recovery when it is opened.
  await database.close();
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  }));
  const folders = found.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const names = found.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const files = names.map((name, at) => [name, contents[at].length]);
  const packed = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify({ folders, files })}\n`), ...contents]));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, packed);
} finally {
  await rm(folder, { recursive: true });
}
