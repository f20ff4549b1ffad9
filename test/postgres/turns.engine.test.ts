import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../src/postgres/open.js';
import type { Postgres } from '../../src/postgres/postgres.js';

let parent: string;
let postgres: Postgres;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'footfall-turns-'));
  postgres = await openPostgres({ url: undefined, folder: join(parent, 'postgres') });
});

afterAll(async () => {
  await postgres.close();
  await rm(parent, { recursive: true });
});

const ask = () => postgres.db.execute(sql`SELECT 1`);

test.each([
  ['statements', ask],
  ['transactions', () => postgres.db.transaction((transaction) => transaction.execute(sql`SELECT 1`))],
])('many %s at once let other work of the main thread go on between them', async (_, run) => {
  let isDone = false;
  let turns = 0;
  const all = Promise.all(Array.from({ length: 30 }, run)).then(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) await nextTurn();
  await all;
  expect(turns).toBeGreaterThanOrEqual(30);
});
