import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { findAccount } from '../../src/accounts/accounts.js';
import { findApiKey, generateApiKey, hashApiKey, keyStart, newApiKey } from '../../src/accounts/api-keys.js';
import { authenticator } from '../../src/accounts/authenticator.js';
import { ALL_RIGHTS } from '../../src/accounts/key-rights.js';
import { listScopedKeys } from '../../src/accounts/scoped-keys.js';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import { migratePostgres } from '../../src/postgres/migrate.js';
import type { Postgres } from '../../src/postgres/postgres.js';

const MIGRATIONS = join(import.meta.dirname, '../../sql');
const NOW = Date.parse('2026-11-01T12:00:00Z');
const CREATED = '2026-05-01T10:00:00.123Z';
const USED = '2026-11-01T11:59:30Z';
const EXPIRES = '2027-01-01T00:00:00Z';

it('an upgrade keeps every API key: its rights, its name, and when it was made and used', async () => {
  const postgres = embeddedPostgres(await PGlite.create());
  onTestFinished(() => postgres.close());
  await migrateUntil(postgres, '0014_language');
  const { db } = postgres;
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  for (const id of ids) {
    await db.execute(sql`insert into accounts (id, email, created_at) values (${id}, ${id}, ${CREATED})`);
  }
  const website = crypto.randomUUID();
  const own = newApiKey();
  const [all, some, twice] = [newApiKey(), newApiKey(), newApiKey()];
  const addOwn = (id: string, key: string, name: string | null) =>
    db.execute(sql`insert into api_keys (account_id, hash, prefix, name, created_at, last_used_at)
      values (${id}, ${hashApiKey(key)}, ${keyStart(key)}, ${name}, ${CREATED}, ${USED})`);
  const addScoped = (id: string, key: string, name: string, scopes: string, websites: string | null) =>
    db.execute(sql`insert into scoped_keys (account_id, hash, start, name, scopes, website_ids, expires_at, created_at, last_used_at)
      values (${id}, ${hashApiKey(key)}, ${keyStart(key)}, ${name}, ${scopes}::text[], ${websites}::uuid[], ${EXPIRES}, ${CREATED}, ${USED})`);
  await addOwn(ids[0], own, 'Reports');
  await addOwn(ids[1], twice, null);
  await addScoped(ids[0], all, 'Grafana', '{read,sql}', null);
  await addScoped(ids[0], some, 'Shop', '{ingest}', `{${website}}`);
  await addScoped(ids[0], twice, 'Twice', '{read}', null);

  await migratePostgres(postgres);

  const authenticate = authenticator(db);
  const [account, another] = [(await findAccount(db, ids[0]))!, (await findAccount(db, ids[1]))!];
  const times = { createdAt: new Date(CREATED), lastUsedAt: new Date(USED) };
  expect(await findApiKey(db, account.id)).toEqual({ start: keyStart(own), name: 'Reports', ...times });
  expect(await findApiKey(db, another.id)).toEqual({ start: keyStart(twice), name: null, ...times });
  expect(await authenticate(own, NOW)).toEqual({ account, rights: ALL_RIGHTS });
  expect(await authenticate(twice, NOW)).toEqual({ account: another, rights: ALL_RIGHTS });
  const expiresAt = new Date(EXPIRES);
  const rights = [
    { scopes: ['read', 'sql'], websites: 'all', expiresAt },
    { scopes: ['ingest'], websites: [website], expiresAt },
  ];
  expect(await authenticate(all, NOW)).toEqual({ account, rights: rights[0] });
  expect(await authenticate(some, NOW)).toEqual({ account, rights: rights[1] });
  const listed = await listScopedKeys(db, account.id);
  expect(new Set(listed)).toEqual(
    new Set([
      { id: expect.any(String), name: 'Grafana', start: keyStart(all), ...rights[0], ...times },
      { id: expect.any(String), name: 'Shop', start: keyStart(some), ...rights[1], ...times },
    ]),
  );

  // Those of the version before take every key in this table for an account's own one.
  await expect(db.execute(sql`select account_id from api_keys`)).rejects.toThrow();
  await expect(db.execute(sql`update keys set scopes = null where name = 'Shop'`)).rejects.toThrow();

  const fresh = await generateApiKey(db, account.id, undefined, NOW);
  expect(await authenticate(own, NOW)).toBeUndefined();
  expect(await authenticate(fresh, NOW)).toEqual({ account, rights: ALL_RIGHTS });
  expect(await listScopedKeys(db, account.id)).toHaveLength(2);
});

/** Applies the migrations up to this one, as the version did that had no later ones. */
async function migrateUntil(postgres: Postgres, last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1);
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  await postgres.migrate(folder);
}
