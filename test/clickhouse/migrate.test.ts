import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { sql } from '../../src/clickhouse/sql.js';
import { describeEachDriver, type TestClickHouse } from './each-clickhouse.js';
import { RELEASED } from './released.js';
import { countOf, rowsOf } from './rows.js';

const MIGRATIONS = fileURLToPath(new URL('../../clickhouse/', import.meta.url));

/** Thrown where a process dies. */
class Died extends Error {}

/** A door through which so many statements and inserts go, then none. */
function dyingDoor(clickhouse: ClickHouse, lives: number): ClickHouse & { readonly done: () => number } {
  let done = 0;
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    if (done === lives) throw new Died();
    done += 1;
    return work();
  };
  return {
    ...clickhouse,
    command: (statement) => live(() => clickhouse.command(statement)),
    insert: (insert) => live(() => clickhouse.insert(insert)),
    done: () => done,
  };
}

const schemaOf = (clickhouse: ClickHouse) =>
  rowsOf(
    clickhouse,
    sql`SELECT name, replaceRegexpAll(create_table_query, 'UUID \\'[^\\']*\\' ', '') AS statement
FROM system.tables WHERE database = currentDatabase() AND NOT startsWith(name, '.inner') ORDER BY name`,
  );

const registerOf = (clickhouse: ClickHouse) =>
  rowsOf(clickhouse, sql`SELECT version, name, checksum FROM migrations ORDER BY version`);

describeEachDriver('migrating', (open) => {
  let opened: TestClickHouse;
  let folder: string;

  beforeEach(async () => {
    opened = await open();
    folder = await mkdtemp(join(tmpdir(), 'footfall-migrations-'));
    await cp(MIGRATIONS, folder, { recursive: true });
  });

  afterEach(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  const migrate = (clickhouse: ClickHouse = opened.clickhouse) => migrateClickHouse(clickhouse, undefined, folder);

  test('applies each file once, and repeats harmlessly', async () => {
    await migrate();
    const [schema, register] = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
    expect(register.map(({ name }) => name)).toEqual(RELEASED);
    const again = dyingDoor(opened.clickhouse, Number.POSITIVE_INFINITY);
    await migrate(again);
    expect(again.done()).toBe(1);
    expect([await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)]).toEqual([schema, register]);
  });

  test('applies what a newer version brings, and keeps what is there', async () => {
    await migrate();
    await opened.clickhouse.command(
      sql`INSERT INTO usage VALUES ('6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01', '2026-01-01', 7)`,
    );
    await writeFile(join(folder, '9999_new.sql'), `ALTER TABLE usage{{local}} ADD COLUMN IF NOT EXISTS note String`);
    await migrate();
    expect(await rowsOf(opened.clickhouse, sql`SELECT pageviews, note FROM usage`)).toEqual([
      { pageviews: '7', note: '' },
    ]);
    expect(await registerOf(opened.clickhouse)).toHaveLength(RELEASED.length + 1);
  });

  test('refuses a file that was changed, and changes nothing', async () => {
    await migrate();
    const schema = await schemaOf(opened.clickhouse);
    await writeFile(join(folder, '0002_imports.sql'), 'DROP TABLE events');
    await writeFile(join(folder, '9999_new.sql'), 'CREATE TABLE IF NOT EXISTS more (a Int8) ENGINE = Memory');
    await expect(migrate()).rejects.toThrow('clickhouse/0002_imports.sql was changed');
    expect(await schemaOf(opened.clickhouse)).toEqual(schema);
  });

  test('refuses what a newer version has applied, and changes nothing', async () => {
    await writeFile(join(folder, '9999_newer.sql'), 'CREATE TABLE IF NOT EXISTS more (a Int8) ENGINE = Memory');
    await migrate();
    const schema = await schemaOf(opened.clickhouse);
    await rm(join(folder, '9999_newer.sql'));
    await expect(migrate()).rejects.toThrow('9999_newer.sql, which this version of Footfall does not know');
    expect(await schemaOf(opened.clickhouse)).toEqual(schema);
  });

  test('leaves nothing in the register when a statement fails', async () => {
    await writeFile(join(folder, '9999_wrong.sql'), 'CREATE TABLE IF NOT EXISTS wrong');
    await expect(migrate()).rejects.toMatchObject({ name: 'ClickHouseError' });
    expect(await registerOf(opened.clickhouse)).toHaveLength(RELEASED.length);
  });

  test('completes what a process left that died at any point', async () => {
    let lives = 0;
    for (; ; lives += 1) {
      const door = dyingDoor(opened.clickhouse, lives);
      const died = await migrate(door).then(
        () => false,
        (error: unknown) => error instanceof Died,
      );
      if (!died) break;
      await migrate();
      const [schema, register] = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
      expect([schema.length, register.length]).toEqual([21, RELEASED.length]);
      await dropAll(opened.clickhouse);
    }
    expect(lives).toBe(49);
  }, 120_000);

  test('by several at once ends as by one', async () => {
    await migrate();
    const [schema, register] = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
    await dropAll(opened.clickhouse);
    const { clickhouse, other } = opened;
    await Promise.all([migrate(clickhouse), migrate(other), migrate(clickhouse), migrate(other)]);
    expect([await schemaOf(clickhouse), await registerOf(clickhouse)]).toEqual([schema, register]);
    expect(await countOf(clickhouse, 'migrations')).toBe(RELEASED.length);
  });
});

async function dropAll(clickhouse: ClickHouse): Promise<void> {
  const tables = await schemaOf(clickhouse);
  const views = tables.filter(({ statement }) => String(statement).startsWith('CREATE MATERIALIZED VIEW'));
  for (const { name } of [...views, ...tables]) {
    await clickhouse.command({ chunks: [`DROP TABLE IF EXISTS ${name} SYNC`], parameters: [] });
  }
}
