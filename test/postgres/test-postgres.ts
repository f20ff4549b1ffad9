import { setTimeout as wait } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { emptyDatabase } from './template.js';

/** How long what a test has left under way may take. */
const PATIENCE_MS = 10_000;

/** What a test of this process has closed, empty again: loading another one takes a second. */
let spare: PGlite | undefined;

/** A migrated, empty database of the test's own, embedded and in memory. Close it in the end. */
export async function testPostgres(): Promise<Postgres> {
  const client = spare ?? (await emptyDatabase());
  spare = undefined;
  const schema = await schemaOf(client);
  const lent = lend(client);
  return {
    ...embeddedPostgres(lent.client),
    close: async () => {
      lent.takeBack();
      const isEmpty = await Promise.race([emptied(client, schema), wait(PATIENCE_MS, false, { ref: false })]);
      if (isEmpty && spare === undefined) spare = client;
      else await client.close();
    },
  };
}

/** The same client until it is taken back. What is set on it, such as a counting `query`, does not stay. */
function lend(client: PGlite): { readonly client: PGlite; takeBack(): void } {
  let isClosed = false;
  const replaced = new Map<PropertyKey, unknown>();
  const lent = new Proxy(client, {
    get: (target, name) => {
      if (isClosed) throw new Error('PGlite is closed');
      if (replaced.has(name)) return replaced.get(name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (_, name, value) => {
      replaced.set(name, value);
      return true;
    },
  });
  return {
    client: lent,
    takeBack: () => {
      isClosed = true;
    },
  };
}

/** Takes all rows away. False when it is no longer what it was: a test has changed the tables. */
async function emptied(client: PGlite, schema: string): Promise<boolean> {
  if ((await schemaOf(client)) !== schema) return false;
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await client.exec(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`);
  return true;
}

/** Everything that migrations make, in one text. */
async function schemaOf(client: PGlite): Promise<string> {
  const { rows } = await client.query(`select
  (select json_agg(row(c.relname, a.attname, a.atttypid, a.attnotnull) order by c.relname, a.attnum) from pg_attribute a
    join pg_class c on c.oid = a.attrelid where c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and a.attnum > 0),
  (select json_agg(row(conname, conrelid) order by conname, conrelid) from pg_constraint) as constraints,
  (select json_agg(row(tgname, tgrelid, tgenabled) order by tgname, tgrelid) from pg_trigger) as triggers,
  (select json_agg(row(hash, created_at) order by id) from drizzle.__drizzle_migrations) as migrations,
  (select json_agg(row(name, setting) order by name) from pg_settings where source = 'session') as settings`);
  return JSON.stringify(rows);
}
