import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { deletedWebsites } from '../../src/postgres/schema.js';

let parent: string;
let postgres: Postgres;

/** The paths that were synced since the last call, in order. */
const synced: string[] = [];

function watch(name: 'fsyncSync' | 'fdatasyncSync'): void {
  const real = fs[name];
  vi.spyOn(fs, name).mockImplementation((descriptor) => {
    synced.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`).slice(parent.length + 1));
    real(descriptor);
  });
}

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'footfall-durable-'));
  watch('fsyncSync');
  watch('fdatasyncSync');
  syncBuiltinESMExports();
  // What an earlier first start left when the power failed.
  await mkdir(join(parent, 'postgres.unfinished'));
  await writeFile(join(parent, 'postgres.unfinished', 'PG_VERSION'), '');
  postgres = await openPostgres({ url: undefined, folder: join(parent, 'postgres') });
  await migratePostgres(postgres);
});

beforeEach(() => {
  synced.length = 0;
});

afterAll(async () => {
  await postgres.close();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(parent, { recursive: true });
});

const insert = () => postgres.db.insert(deletedWebsites).values({ id: crypto.randomUUID(), deletedAt: new Date() });

test.runIf(process.platform === 'linux')(
  'a commit has synced the write-ahead log when it returns, and a question nothing',
  async () => {
    await insert();
    expect(synced).toEqual([expect.stringMatching(/^postgres\/pg_wal\/[0-9A-F]{24}$/)]);
    synced.length = 0;
    await postgres.db.$count(deletedWebsites, sql`true`);
    expect(synced).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a checkpoint syncs the rows before it records that they are there',
  async () => {
    await insert();
    synced.length = 0;
    await postgres.db.execute(sql`checkpoint`);
    const rows = synced.findIndex((path) => /^postgres\/base\/\d+\/\d+$/.test(path));
    expect(rows).toBeGreaterThanOrEqual(0);
    expect(synced.lastIndexOf('postgres/global/pg_control')).toBeGreaterThan(rows);
  },
);

test('a new database takes its place when it is whole, whatever an earlier start left', async () => {
  expect(await readdir(parent)).toEqual(['postgres']);
});
