import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { readConfig } from '../../src/app/config.js';
import { failureLine } from '../../src/app/failure-line.js';
import { lookAtPostgres } from '../../src/cli/doctor/databases.js';
import { findDamagedTables, isDamage } from '../../src/postgres/damage.js';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { accounts } from '../../src/postgres/schema.js';

test('tables whose files were overwritten are named, also by doctor', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-damage-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, 'postgres');
  const open = () => openPostgres({ url: undefined, folder });
  const doctor = async () => {
    const seen = await lookAtPostgres(readConfig({ DATA_DIR: dataDir }), 'ours');
    await seen.close();
    return seen.checks.map(({ status, name, message }) => `${status} ${name}: ${message}`);
  };

  const whole = await open();
  await migratePostgres(whole);
  await createAccount(whole.db, { email: 'owner@example.com' }, 0);
  expect(await findDamagedTables(whole.db)).toEqual([]);
  const [file] = await whole.db
    .select({ path: sql<string>`pg_relation_filepath('accounts')` })
    .from(sql`(select 1) as one`);
  await whole.close();
  expect(await doctor()).toContain('ok PostgreSQL tables: all rows can be read');

  const path = join(folder, file!.path);
  await writeFile(path, randomBytes((await stat(path)).size));
  const damaged = await open();
  expect(await findDamagedTables(damaged.db)).toEqual(['accounts']);
  const error = await damaged.db
    .select()
    .from(accounts)
    .catch((caught: unknown) => caught);
  expect([isDamage(error), failureLine(error)]).toEqual([
    true,
    'PostgreSQL found its files damaged (XX001): restore DATA_DIR, or the database of DATABASE_URL, from a backup',
  ]);
  await damaged.close();
  expect(await doctor()).toContain(
    'problem PostgreSQL tables: rows of accounts cannot be read: restore DATA_DIR, or the database of DATABASE_URL, from a backup',
  );
});
