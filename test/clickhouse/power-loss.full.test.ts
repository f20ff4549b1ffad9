import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { findDetachedParts } from '../../src/clickhouse/damage.js';
import { remakeDerived } from '../../src/clickhouse/derived-tables.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { type Sql, sql, trusted } from '../../src/clickhouse/sql.js';
import { rowsOf } from './rows.js';
import { insert, insertAndCount, open } from './unfinished-inserts.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-unfinished-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Inserts two blocks, and gives the engine's files as they are then, while it is open. */
async function filesOfTwoBlocks(last?: Sql | ((clickhouse: ClickHouse) => Promise<void>)): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'footfall-before-'));
  const clickhouse = await open(join(parent, 'open'));
  await migrateClickHouse(clickhouse, undefined);
  await insert(clickhouse, [1, 11]);
  if (last !== undefined) await (typeof last === 'function' ? last(clickhouse) : clickhouse.command(last));
  cpSync(join(parent, 'open'), join(parent, 'files'), { recursive: true, verbatimSymlinks: true });
  await clickhouse.close();
  await rm(join(parent, 'open'), { recursive: true });
  return join(parent, 'files');
}

/** Inserts two blocks, and loses the power then: what is left takes the place of the folder. */
async function loseThePower(
  lose: (path: string) => Promise<void>,
  last?: Sql | ((clickhouse: ClickHouse) => Promise<void>),
): Promise<void> {
  if (last === undefined) {
    twoBlocks ??= await filesOfTwoBlocks();
    cpSync(twoBlocks, folder, { recursive: true, verbatimSymlinks: true });
  } else {
    const files = await filesOfTwoBlocks(last);
    cpSync(files, folder, { recursive: true, verbatimSymlinks: true });
    await rm(dirname(files), { recursive: true });
  }
  await lose(join(folder, 'data', 'default'));
}

/** The same files for every test that does nothing else with them before the power is lost. */
let twoBlocks: string | undefined;

afterAll(async () => {
  if (twoBlocks !== undefined) await rm(dirname(twoBlocks), { recursive: true });
});

const logOf = (tables: string, table: string) => join(tables, table, 'deduplication_logs', 'deduplication_log_1.txt');

/** Takes bytes off the end of logs: what nobody had synced. */
const without = (bytes: number, tables: readonly string[]) => async (data: string) => {
  for (const table of tables) {
    const text = await readFile(logOf(data, table), 'utf8');
    const line = text.slice(text.trimEnd().lastIndexOf('\n') + 1).length;
    await writeFile(logOf(data, table), text.slice(0, text.length - Math.min(bytes, line)));
  }
};
const WHOLE_LINE = 1_000;
const ALL = ['events', 'visits', 'usage', 'sessions'];

/** What two blocks hold. */
async function expectTwoBlocks(): Promise<void> {
  expect(await insertAndCount(folder, 11)).toEqual([6, 6, 6, 6, 6]);
}

describe('a loss of power', () => {
  test.each([[ALL], [['events']], [['visits']], [['usage']]])(
    'that takes the last line of the logs of %j counts the repeated block once',
    async (tables) => {
      await loseThePower(without(WHOLE_LINE, tables));
      await expectTwoBlocks();
      await expectTwoBlocks();
    },
  );

  test.each([1, 5, 60])('that takes the last %i bytes of a line counts the repeated block once', async (bytes) => {
    await loseThePower(without(bytes, ALL));
    await expectTwoBlocks();
  });

  test('that leaves zeros in place of a line counts the repeated block once', async () => {
    await loseThePower(async (data) => {
      for (const table of ALL) {
        const text = await readFile(logOf(data, table), 'utf8');
        const kept = text.slice(0, text.indexOf('\n') + 1);
        await writeFile(logOf(data, table), kept.padEnd(text.length, '\0'));
      }
    });
    await expectTwoBlocks();
  });

  test('that takes a line when its part was merged with others counts the repeated block once', async () => {
    await loseThePower(without(WHOLE_LINE, ALL), sql`OPTIMIZE TABLE events FINAL`);
    expect(
      (await readdir(join(folder, 'data', 'default', 'events'))).filter((name) => /_1_2_1$/.test(name)),
    ).toHaveLength(1);
    await expectTwoBlocks();
  });

  describe('after a delete has replaced every part', () => {
    const deleteNothing = async (clickhouse: ClickHouse) => {
      for (const table of ALL) {
        await clickhouse.command(sql`ALTER TABLE ${trusted(table)} DELETE WHERE materialize(0) = 1`);
      }
    };

    test('that takes the last line of the logs counts the repeated block once', async () => {
      await loseThePower(without(WHOLE_LINE, ALL), deleteNothing);
      await expectTwoBlocks();
      await expectTwoBlocks();
    });

    test('counts the repeated block once when the former parts are gone', async () => {
      await loseThePower(async (data) => {
        for (const table of ALL) {
          const parts = await readdir(join(data, table));
          const former = parts.filter((name) => /^[^_]+_(1_1|2_2)_[01]$/.test(name));
          expect(former, table).toHaveLength(2);
          expect(
            parts.filter((name) => /^[^_]+_(1_1|2_2)_[01]_3$/.test(name)),
            table,
          ).toHaveLength(2);
          for (const name of former) await rm(join(data, table, name), { recursive: true });
        }
      }, deleteNothing);
      await expectTwoBlocks();
      await expectTwoBlocks();
    });
  });

  test('that takes the line of a part merged with one that a delete has emptied counts the repeated block once', async () => {
    await loseThePower(
      async (data) => {
        await without(WHOLE_LINE, ['events'])(data);
        const events = join(data, 'events');
        const log = await readFile(logOf(data, 'events'), 'utf8');
        // Half a minute after the delete the engine forgets the emptied part, and removes it some time later.
        const emptied = log.split('\n').find((line) => line.includes('_2_2_0\t')) ?? '';
        await writeFile(logOf(data, 'events'), `${log}${emptied.replace(/^1/, '2')}\n`);
        const parts = await readdir(events);
        for (const name of parts.filter((each) => /_(1_1_0|2_2_0|2_2_0_3)$/.test(each))) {
          await rm(join(events, name), { recursive: true });
        }
        for (const name of parts.filter((each) => /_1_4_1_3$/.test(each))) await utimes(join(events, name), 1, 1);
      },
      async (clickhouse) => {
        await clickhouse.delete('events', sql`visitor_id IN (11, 12, 13)`);
        await insert(clickhouse, [21]);
        await clickhouse.command(sql`OPTIMIZE TABLE events FINAL`);
      },
    );
    expect((await insertAndCount(folder, 21)).slice(0, 2)).toEqual([6, 6]);
  });

  test('keeps a merged part whose other blocks are nowhere else, and says that a block may come twice', async () => {
    const merge = sql`OPTIMIZE TABLE events FINAL`;
    await loseThePower(async (data) => {
      await without(WHOLE_LINE, ['events'])(data);
      const [first] = (await readdir(join(data, 'events'))).filter((name) => name.endsWith('_1_1_0'));
      await rm(join(data, 'events', first ?? ''), { recursive: true });
      // Merged long before it was removed.
      const [merged] = (await readdir(join(data, 'events'))).filter((name) => name.endsWith('_1_2_1'));
      await utimes(join(data, 'events', merged ?? ''), 1, 1);
    }, merge);
    const warnings: string[] = [];
    await (
      await openClickHouse({ url: undefined, cluster: undefined, warn: (each) => warnings.push(each) }, folder)
    ).close();
    expect(warnings.at(-1)).toMatch(/_1_2_1 may hold rows that come twice$/);
    expect((await insertAndCount(folder, 11)).slice(0, 2)).toEqual([9, 6]);
  });

  test('leaves alone what was there when the engine was opened last, whatever the logs say', async () => {
    await insertAndCount(folder, 1, 11);
    const data = join(folder, 'data', 'default');
    await without(WHOLE_LINE, ALL)(data);
    await without(WHOLE_LINE, ALL)(data);
    expect(await insertAndCount(folder)).toEqual([6, 6, 6, 6, 6]);
  });

  test('keeps rows that were made again of events', async () => {
    await loseThePower(
      async () => {},
      (clickhouse) => remakeDerived(clickhouse, sql`1`),
    );
    await expectTwoBlocks();
  });

  test('keeps aside what it takes out, which is no damage', async () => {
    await loseThePower(without(WHOLE_LINE, ['events']));
    await expectTwoBlocks();
    const detached = await readdir(join(folder, 'data', 'default', 'events', 'detached'));
    expect(detached).toEqual([expect.stringMatching(/^unfinished-\d+_\d{6}_2_2_0$/)]);
    const clickhouse = await open(folder);
    try {
      const setAside = await rowsOf(clickhouse, sql`SELECT table, name FROM system.detached_parts`);
      expect(setAside).toEqual([{ table: 'events', name: detached[0] }]);
      expect(await findDetachedParts(clickhouse)).toEqual([]);
    } finally {
      await clickhouse.close();
    }
  });
});
