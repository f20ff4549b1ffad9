import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { deletedWebsites } from '../../src/postgres/schema.js';
import { conformanceSuite } from './conformance/conformance.js';
import { twoConnectionSuite } from './conformance/two-connections.js';
import { describeOnServer } from './each-postgres.js';

describeOnServer('PostgreSQL', (database) => {
  conformanceSuite(database);
  describe('two processes', () => twoConnectionSuite(database));
});

test('keeps an embedded database in its folder, and refuses statements once it is closed', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'footfall-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'data', 'postgres');

  const first = await openPostgres({ url: undefined, folder });
  await migratePostgres(first);
  await first.db.insert(deletedWebsites).values({ id: crypto.randomUUID(), deletedAt: new Date(0) });
  await first.close();
  await expect(first.db.$count(deletedWebsites)).rejects.toThrow();

  const second = await openPostgres({ url: undefined, folder });
  await migratePostgres(second);
  expect(await second.db.$count(deletedWebsites, sql`true`)).toBe(1);
  await second.close();
});
