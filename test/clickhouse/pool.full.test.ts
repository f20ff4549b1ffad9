import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Session } from 'chdb';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { Pool } from '../../src/clickhouse/pool.js';
import { sql } from '../../src/clickhouse/sql.js';
import { openEmbedded } from './each-clickhouse.js';
import { rowsOf } from './rows.js';

describe('a pool', () => {
  test('hands each thing to one user at a time, and serves in order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 30 }),
        async (size, works) => {
          const pool = new Pool(Array.from({ length: size }, (_, index) => index));
          const inUse = new Set<number>();
          const begun: number[] = [];
          const used = works.map(([ms, fails], index) =>
            pool.use(async (item) => {
              begun.push(index);
              expect(inUse.has(item)).toBe(false);
              inUse.add(item);
              await wait(ms);
              inUse.delete(item);
              if (fails) throw new Error('failed');
              return index;
            }),
          );
          const settled = await Promise.allSettled(used);
          expect(settled.map(({ status }) => status === 'rejected')).toEqual(works.map(([, fails]) => fails));
          expect(begun).toEqual(works.map((_, index) => index));
        },
      ),
      { numRuns: 20 },
    ));

  test('that is drained waits for what was asked for, finishes each thing once, and refuses what comes after', async () => {
    const pool = new Pool(['a', 'b']);
    const finished: string[] = [];
    const used: string[] = [];
    const works = Array.from({ length: 5 }, () =>
      pool.use(async (item) => {
        await wait(2);
        expect(finished).not.toContain(item);
        used.push(item);
      }),
    );
    const drained = pool.drain((item) => void finished.push(item));
    await expect(pool.use(async () => undefined)).rejects.toThrow(ClickHouseError);
    await drained;
    expect([used.length, finished.toSorted()]).toEqual([5, ['a', 'b']]);
    await Promise.all(works);
    await pool.drain((item) => void finished.push(item));
    expect(finished).toHaveLength(2);
  });
});

describe('the embedded engine', () => {
  const busy = sql`SELECT count() AS n FROM numbers(10000000) WHERE sipHash64(number) = 1`;

  afterEach(() => void vi.restoreAllMocks());

  test('has at most four calls under way, however many are asked for', async () => {
    const { clickhouse, close } = await openEmbedded();
    let underWay = 0;
    let most = 0;
    const original = Session.prototype.queryAsync;
    vi.spyOn(Session.prototype, 'queryAsync').mockImplementation(async function (this: Session, ...call) {
      underWay += 1;
      most = Math.max(most, underWay);
      return original.apply(this, call).finally(() => {
        underWay -= 1;
      });
    });
    const asked = Array.from({ length: 50 }, (_, index) => rowsOf(clickhouse, sql`SELECT 1`).then(() => index));
    const told = Array.from({ length: 20 }, () => clickhouse.command(sql`SELECT 1`));
    await Promise.all([...asked, ...told]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    await close();
  });

  test('leaves threads for the disk: a record is synced while it is busy', async () => {
    const { clickhouse, close } = await openEmbedded();
    const working = [1, 2].map(() => rowsOf(clickhouse, busy));
    const commanding = clickhouse.command(busy);
    const path = join(tmpdir(), `footfall-sync-${process.pid}`);
    const file = await open(path, 'w');
    const began = performance.now();
    await file.write('record');
    await file.datasync();
    const took = performance.now() - began;
    await Promise.all([...working, commanding]);
    const all = performance.now() - began;
    await file.close();
    await rm(path);
    await close();
    expect(took).toBeLessThan(all / 2);
  });

  test('that is closed refuses, and does not keep anyone waiting', async () => {
    const { clickhouse, close } = await openEmbedded();
    await close();
    await expect(rowsOf(clickhouse, sql`SELECT 1`)).rejects.toThrow(ClickHouseError);
    await expect(clickhouse.command(sql`SELECT 1`)).rejects.toThrow(ClickHouseError);
    await expect(clickhouse.ping()).rejects.toThrow(ClickHouseError);
  });
});
