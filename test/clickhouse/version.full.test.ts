import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/collect/sessions/row.js';
import { linesOf, trackedEvent, WEBSITE } from '../collect/sessions/tracked-event.js';
import { openEmbedded, type TestClickHouse } from './each-clickhouse.js';
import { countOf } from './rows.js';

const insert = (clickhouse: ClickHouse, rows: string, token: string): Promise<void> =>
  clickhouse.insert({ table: 'events', columns: eventColumns, body: Buffer.from(rows), token });

const WRITES: readonly (readonly [string, (clickhouse: ClickHouse) => Promise<void>])[] = [
  ['an insert', (clickhouse) => insert(clickhouse, linesOf([trackedEvent()]).join(''), 'one')],
  ['an insert that is refused', (clickhouse) => expect(insert(clickhouse, '["x"]\n', 'two')).rejects.toThrow()],
  ['a command', (clickhouse) => clickhouse.command(sql`INSERT INTO usage (pageviews) VALUES (1)`)],
  ['a delete', (clickhouse) => clickhouse.delete('events', sql`1`)],
  ['a dropped partition', (clickhouse) => clickhouse.dropPartition('import_lines', uuid(WEBSITE))],
];

describe('the version of the embedded engine', () => {
  let opened: TestClickHouse;

  beforeAll(async () => {
    opened = await openEmbedded();
    await migrateClickHouse(opened.clickhouse, undefined);
  });

  afterAll(() => opened.close());

  test('stands still while rows are only read', async () => {
    const { clickhouse } = opened;
    const before = clickhouse.version();
    await countOf(clickhouse, 'events');
    await clickhouse.ping();
    expect(before).toBeTypeOf('number');
    expect(clickhouse.version()).toBe(before);
  });

  test.each(WRITES)('%s changes it, and nobody can tell meanwhile', async (_, write) => {
    const { clickhouse } = opened;
    const before = clickhouse.version();
    const written = write(clickhouse);
    expect(clickhouse.version()).toBeUndefined();
    await written;
    expect(clickhouse.version()).toBeTypeOf('number');
    expect(clickhouse.version()).not.toBe(before);
  });

  test('is not told before the last of several writes is done', async () => {
    const { clickhouse } = opened;
    let done = 0;
    const writes = [3, 4].map(async (index) => {
      await insert(clickhouse, linesOf([trackedEvent()]).join(''), `token-${index}`);
      done += 1;
      expect(clickhouse.version() === undefined).toBe(done < 2);
    });
    await Promise.all(writes);
  });
});

test('of a server, to which others write too, nobody can tell', async () => {
  const server = await openClickHouse({ url: 'http://127.0.0.1:9', cluster: undefined }, '');
  expect(server.version()).toBeUndefined();
  await server.close();
});
