import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { Pool } from '../../src/clickhouse/pool.js';

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
