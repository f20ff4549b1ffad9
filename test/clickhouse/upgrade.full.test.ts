import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrateDatabases } from '../../src/app/engines.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { sql, trusted } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/collect/sessions/row.js';
import { SessionStore } from '../../src/collect/sessions/session-store.js';
import { recount } from '../../src/daily-visitors/recount.js';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { websites } from '../../src/postgres/schema.js';
import { renewBiViews } from '../../src/sql/bi-views.js';
import { linesOf, trackedEvent, WEBSITE } from '../collect/sessions/tracked-event.js';
import { seeded } from '../oracle/random.js';
import { addWebsite } from '../postgres/conformance/add-website.js';
import { expectDailyVisitors } from '../service/daily-visitors.js';
import { openEmbedded, openTwoShards, type TestClickHouse } from './each-clickhouse.js';
import { rowsOf } from './rows.js';

const MIGRATIONS = fileURLToPath(new URL('../../clickhouse/', import.meta.url));
const START = Date.UTC(2026, 0, 30);
const HOUR = 60 * 60 * 1000;

/** The last migration before the days of `daily_visitors` were numbers. */
const BEFORE_NUMBERS = 10;

/** The folder of the first migrations, which an earlier version had. */
async function earlierMigrations(count = BEFORE_NUMBERS): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-migrations-'));
  const names = (await readdir(MIGRATIONS)).filter(
    (name) => name.endsWith('.sql') && Number.parseInt(name, 10) <= count,
  );
  expect(names).toHaveLength(count);
  for (const name of names) await copyFile(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** Those of an earlier version lack the last ones. */
async function findColumns(clickhouse: ClickHouse): Promise<readonly string[]> {
  const rows = await rowsOf(
    clickhouse,
    sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'events'`,
  );
  const names = new Set(rows.map(({ name }) => name));
  return eventColumns.filter((column) => names.has(column));
}

const firstCells = (line: string, count: number): string => `${JSON.stringify(JSON.parse(line).slice(0, count))}\n`;

async function insertEvents(clickhouse: ClickHouse, store: SessionStore, days: readonly [first: number, last: number]) {
  const random = seeded(days[0]);
  const columns = await findColumns(clickhouse);
  for (let hour = days[0] * 24; hour < days[1] * 24; hour += 1) {
    const type = random.pick(['pageview', 'pageview', 'custom', 'exit'] as const);
    const event = trackedEvent({
      time: START + hour * HOUR + random.below(HOUR / 2),
      visitorId: String(1 + random.below(5)),
      type,
      path: random.pick(['/', '/a', '/b']),
      name: type === 'custom' ? random.pick(['signup', 'buy']) : '',
    });
    const body = Buffer.from(
      linesOf([event], store)
        .map((line) => firstCells(line, columns.length))
        .join(''),
    );
    await clickhouse.insert({ table: 'events', columns, body, token: `hour ${hour}` });
  }
}

const stored = async (clickhouse: ClickHouse, table: string, columns: string) =>
  (await rowsOf(clickhouse, sql`SELECT ${trusted(columns)} FROM ${trusted(table)} GROUP BY ALL`))
    .map((row) => JSON.stringify(row))
    .sort();

const EVENTS = 'visitor_id, time, language, utm_content, utm_term, own_traits';
const VISITS =
  'visitor_id, quarter, session_start, any(country), sum(events), sum(pageviews), sum(sessions), sum(bounces)';
const SESSIONS = 'visitor_id, session_start, max(last_event), any(entry_path), maxMap(pages)';

/** What the tables have of some days, the first of which were inserted before the upgrade from the migrations of a folder. */
async function tablesAfter(open: () => Promise<TestClickHouse>, folder: string | undefined) {
  const { clickhouse, cluster, close } = await open();
  try {
    const store = new SessionStore();
    await migrateClickHouse(clickhouse, cluster, folder);
    await insertEvents(clickhouse, store, [0, 3]);
    if (folder !== undefined) {
      await migrateClickHouse(clickhouse, cluster);
      // Once more, as after a process that died right before the end.
      await clickhouse.delete('migrations', sql`version > 10`);
      await migrateClickHouse(clickhouse, cluster);
    }
    await insertEvents(clickhouse, store, [3, 4]);
    const count = { generation: 2, zone: 'America/New_York' };
    expect(await recount({ clickhouse, websiteId: WEBSITE, count, goesOn: async () => true })).toBe(true);
    expect(await expectDailyVisitors(clickhouse, WEBSITE, count)).toBeGreaterThan(50);
    return {
      events: await stored(clickhouse, 'events', EVENTS),
      visits: await stored(clickhouse, 'visits', VISITS),
      sessions: await stored(clickhouse, 'sessions', SESSIONS),
    };
  } finally {
    await close();
  }
}

test.each([
  ['one node', openEmbedded],
  ['two shards', openTwoShards],
] as const)('tables of an earlier version on %s become what new ones are', async (_, open) => {
  const folder = await earlierMigrations();
  const upgraded = await tablesAfter(open, folder);
  expect(upgraded).toEqual(await tablesAfter(open, undefined));
  expect(upgraded.sessions.length).toBeGreaterThan(20);
  await rm(folder, { recursive: true });
});

test('the views for BI tools that an earlier version created become those of this one', async () => {
  const folder = await earlierMigrations();
  const { clickhouse, cluster, close } = await openEmbedded();
  await migrateClickHouse(clickhouse, cluster, folder);
  await clickhouse.command(sql`CREATE DATABASE bi_rows`);
  for (const table of ['daily_visitors', 'events']) {
    await clickhouse.command(trusted(`CREATE TABLE bi_rows.${table} ENGINE = Merge(currentDatabase(), '^${table}$')`));
  }
  await migrateClickHouse(clickhouse, cluster);
  for (const _ of ['once', 'again']) await renewBiViews(clickhouse, cluster);
  expect(await rowsOf(clickhouse, sql`SELECT count() AS rows FROM bi.daily_visitors`)).toEqual([{ rows: '0' }]);
  expect(await rowsOf(clickhouse, sql`SELECT utm_term FROM bi.events`)).toEqual([]);
  await close();
  await rm(folder, { recursive: true });
});

test.each([BEFORE_NUMBERS, 11])(
  'counts are over once the table after migration %d is emptied, also those that another process began meanwhile',
  async (last) => {
    const folder = await earlierMigrations(last);
    const { clickhouse, cluster, close } = await openEmbedded();
    await migrateClickHouse(clickhouse, cluster, folder);
    const postgres = await openPostgres({ url: undefined, folder: join(folder, 'postgres') });
    await migratePostgres(postgres);
    await addWebsite(postgres.db);
    const set = (countState: 'complete' | 'running') => postgres.db.update(websites).set({ countState });
    const states: string[] = [];
    await set('complete');
    const command: ClickHouse['command'] = async (statement) => {
      const [row] = await postgres.db.select({ state: websites.countState }).from(websites);
      states.push(row!.state);
      await clickhouse.command(statement);
      await set('running');
    };
    await migrateDatabases({ clickhouse: { ...clickhouse, command }, postgres }, cluster);
    const [row] = await postgres.db.select({ state: websites.countState }).from(websites);
    expect(states[0]).toBe('over');
    expect(row!.state).toBe('over');
    await postgres.close();
    await close();
    await rm(folder, { recursive: true });
  },
);
