import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../sql');
const MIGRATION = '0016_emailed_views.sql';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const WEBSITE = '00000000-0000-4000-8000-00000000000b';
const SEGMENT = '00000000-0000-4000-8000-00000000000c';

test('segments that were emailed before are views with their id', async () => {
  const client = await PGlite.create();
  const apply = async (name: string) => client.exec(await readFile(join(FOLDER, name), 'utf8'));
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names.filter((each) => each < MIGRATION)) await apply(name);
  await client.exec(`
    INSERT INTO accounts (id, email, password_hash, created_at) VALUES ('${ACCOUNT}', 'a@example.com', '', now());
    INSERT INTO websites (id, account_id, name, domain, timezone, tracking_key, created_at, updated_at)
      VALUES ('${WEBSITE}', '${ACCOUNT}', 'Shop', 'example.com', 'UTC', 'x', now(), now());
    INSERT INTO definitions (id, website_id, kind, name, fields, created_at, updated_at)
      VALUES ('${SEGMENT}', '${WEBSITE}', 'segment', 'Germany', '{}', now(), now());
    INSERT INTO emailed_segments VALUES ('${SEGMENT}');`);
  await apply(MIGRATION);
  expect((await client.query('SELECT * FROM emailed_views')).rows).toEqual([
    {
      id: SEGMENT,
      website_id: WEBSITE,
      goal_id: null,
      segment_id: SEGMENT,
      comparison: 'previous',
      match_weekday: false,
    },
  ]);
  await client.close();
});
