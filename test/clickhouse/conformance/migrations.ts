import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { sql } from '../../../src/clickhouse/sql.js';
import type { TestClickHouse } from '../each-clickhouse.js';
import { MIGRATION_NAMES } from '../migration-names.js';
import { countOf, rowsOf } from '../rows.js';

const MIGRATIONS = fileURLToPath(new URL('../../../clickhouse/', import.meta.url));

/** Thrown where a process dies. */
class Died extends Error {}

/** A client that reports each statement and insert before it goes through; of equal ones by the migrations recorded before. */
function reportingClient(clickhouse: ClickHouse, told: (step: string) => void): ClickHouse {
  let recorded = 0;
  return {
    ...clickhouse,
    command: async (statement) => {
      told(`${recorded} ${statement.chunks.join('')}`);
      await clickhouse.command(statement);
    },
    insert: async (insert) => {
      told(insert.token);
      await clickhouse.insert(insert);
      recorded += 1;
    },
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

/** Migrations are applied once, or refused. The tables that are there are dropped. */
export function migrationSuite(clickhouse: () => TestClickHouse): void {
  let opened: TestClickHouse;
  let folder: string;

  beforeEach(async () => {
    opened = clickhouse();
    await dropAll(opened.clickhouse);
    folder = await mkdtemp(join(tmpdir(), 'footfall-migrations-'));
    await cp(MIGRATIONS, folder, { recursive: true });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const migrate = (clickhouse: ClickHouse = opened.clickhouse) => migrateClickHouse(clickhouse, opened.cluster, folder);

  test('applies each file once, and repeats harmlessly', async () => {
    await migrate();
    const [schema, register] = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
    expect(register.map(({ name }) => name)).toEqual(MIGRATION_NAMES);
    const again: string[] = [];
    await migrate(reportingClient(opened.clickhouse, (step) => again.push(step)));
    // The register itself, on a cluster with the table in front of it.
    expect(again).toHaveLength(opened.cluster === undefined ? 1 : 2);
    expect([await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)]).toEqual([schema, register]);
  });

  test('applies what a newer version brings, and keeps what is there', async () => {
    await migrate();
    await opened.clickhouse.command(
      sql`INSERT INTO usage (account_id, day, pageviews) VALUES ('6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01', '2026-01-01', 7)`,
    );
    // On a cluster, both the table that holds the rows and the one in front have the column.
    await writeFile(
      join(folder, '9999_new.sql'),
      `ALTER TABLE usage{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS note String
----
ALTER TABLE usage {{on_cluster}} ADD COLUMN IF NOT EXISTS note String`,
    );
    await migrate();
    expect(await rowsOf(opened.clickhouse, sql`SELECT pageviews, note FROM usage`)).toEqual([
      { pageviews: '7', note: '' },
    ]);
    expect(await registerOf(opened.clickhouse)).toHaveLength(MIGRATION_NAMES.length + 1);
  });

  test('refuses a file that was changed, and changes nothing', async () => {
    await migrate();
    const schema = await schemaOf(opened.clickhouse);
    await writeFile(join(folder, '0002_visits.sql'), 'DROP TABLE events');
    await writeFile(join(folder, '9999_new.sql'), 'CREATE TABLE IF NOT EXISTS more (a Int8) ENGINE = Memory');
    await expect(migrate()).rejects.toThrow('clickhouse/0002_visits.sql was changed');
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

  test('refuses the tables of a version from before the first release, and changes nothing', async () => {
    await rename(join(folder, '0002_visits.sql'), join(folder, '0002_imports.sql'));
    await migrate();
    const schema = await schemaOf(opened.clickhouse);
    await rename(join(folder, '0002_imports.sql'), join(folder, '0002_visits.sql'));
    await expect(migrate()).rejects.toThrow('ClickHouse holds the tables of an unreleased version of Footfall');
    expect(await schemaOf(opened.clickhouse)).toEqual(schema);
  });

  test('leaves nothing in the register when a statement fails', async () => {
    await writeFile(join(folder, '9999_wrong.sql'), 'CREATE TABLE IF NOT EXISTS wrong');
    await expect(migrate()).rejects.toMatchObject({ name: 'ClickHouseError' });
    expect(await registerOf(opened.clickhouse)).toHaveLength(MIGRATION_NAMES.length);
  });

  test('completes what processes left that died one after the other, each a step further', async () => {
    const steps: string[] = [];
    await migrate(reportingClient(opened.clickhouse, (step) => steps.push(step)));
    const whole = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
    await dropAll(opened.clickhouse);
    const reached = new Set<string>();
    const client = reportingClient(opened.clickhouse, (step) => {
      if (reached.has(step)) return;
      reached.add(step);
      throw new Died();
    });
    const isDone = () =>
      migrate(client).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Died) return false;
          throw error;
        },
      );
    while (!(await isDone()));
    expect([...reached]).toEqual(expect.arrayContaining(steps));
    expect([await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)]).toEqual(whole);
  });

  test('by several processes, one after the other, ends as by one', async () => {
    await migrate();
    const [schema, register] = [await schemaOf(opened.clickhouse), await registerOf(opened.clickhouse)];
    await dropAll(opened.clickhouse);
    const { clickhouse, other } = opened;
    for (const each of [clickhouse, other, clickhouse, other]) await migrate(each);
    expect([await schemaOf(clickhouse), await registerOf(clickhouse)]).toEqual([schema, register]);
    expect(await countOf(clickhouse, 'migrations')).toBe(MIGRATION_NAMES.length);
  });
}

async function dropAll(clickhouse: ClickHouse): Promise<void> {
  const tables = await schemaOf(clickhouse);
  const views = tables.filter(({ statement }) => String(statement).startsWith('CREATE MATERIALIZED VIEW'));
  for (const { name } of [...views, ...tables]) {
    await clickhouse.command({ chunks: [`DROP TABLE IF EXISTS ${name} SYNC`], parameters: [] });
  }
}
