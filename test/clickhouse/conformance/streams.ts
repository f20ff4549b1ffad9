import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ClickHouse, ClickHouseError } from '../../../src/clickhouse/clickhouse.js';
import { integer, type Sql, sql, string } from '../../../src/clickhouse/sql.js';

const row = z.object({ number: z.coerce.number(), text: z.string() });

const numbers = (count: number): Sql =>
  sql`SELECT number, concat(${string('"é\n"')}, toString(number)) AS text FROM numbers(${integer(count)}) ORDER BY number`;

const stream = (clickhouse: ClickHouse, statement: Sql) => clickhouse.stream({ name: 'test', sql: statement, row });

/** A long answer comes in batches, at the pace of its reader. */
export function streamSuite(clickhouse: () => ClickHouse): void {
  test.each([0, 1, 100, 101, 200_000])('of %i rows comes in batches, whole and in order', async (count) => {
    let next = 0;
    for await (const batch of stream(clickhouse(), numbers(count))) {
      expect(batch.length).toBeLessThanOrEqual(100);
      for (const { number, text } of batch) {
        if (number !== next || text !== `"é\n"${next}`) expect.fail(`row ${next} is ${number}: ${text}`);
        next += 1;
      }
    }
    expect(next).toBe(count);
  });

  test('ends when its reader stops, and leaves its place to others', async () => {
    const begin = async () => {
      for await (const batch of stream(clickhouse(), sql`SELECT number, '' AS text FROM numbers(1000000)`))
        return batch.length;
      return 0;
    };
    for (let each = 0; each < 6; each += 1) expect(await begin()).toBe(100);
  });

  test('waits for a slow reader, while others are answered', async () => {
    let rows = 0;
    for await (const batch of stream(clickhouse(), numbers(800))) {
      rows += batch.length;
      await wait(20);
      const other = await clickhouse().query({
        name: 'test',
        sql: sql`SELECT 1 AS one`,
        row: z.object({ one: z.number() }),
      });
      expect(other).toEqual([{ one: 1 }]);
    }
    expect(rows).toBe(800);
  });

  test('fails with ClickHouse’s own number, before its first row and amid its rows', async () => {
    const failing = async (statement: Sql) => {
      for await (const _ of stream(clickhouse(), statement));
    };
    await expect(failing(sql`SELECT number, text FROM nowhere`)).rejects.toMatchObject({
      name: 'ClickHouseError',
      code: 60,
    });
    const amid = failing(
      sql`SELECT number, toString(throwIf(number = 500000)) AS text FROM numbers(1000000) SETTINGS max_block_size = 1000`,
    );
    await expect(amid).rejects.toThrow();
    await expect(failing(sql`SELECT 1 AS other`)).rejects.not.toBeInstanceOf(ClickHouseError);
  });

  test('leaves the main thread to others while it is prepared', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    // A sub-query of one value is run before its statement is.
    const slow = sql`SELECT number, toString((SELECT sleep(1.5))) AS text FROM numbers(1)`;
    for await (const batch of stream(clickhouse(), slow)) expect(batch).toEqual([{ number: 0, text: '0' }]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(50);
  });

  test('can change nothing', async () => {
    const changing = async () => {
      for await (const _ of stream(clickhouse(), sql`INSERT INTO usage (pageviews) SELECT 1`));
    };
    await expect(changing()).rejects.toThrow();
  });
}
