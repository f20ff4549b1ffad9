import { expect, test } from 'vitest';
import { join, sql, string } from '../../src/clickhouse/sql.js';
import type { Filter } from '../../src/stats/filters.js';
import { goalsWithinLimits } from '../../src/stats/rows/goal-limits.js';

const goal = (count: number, length = 1): Filter => ({
  dimension: 'page',
  operator: 'is',
  values: Array.from({ length: count }, () => 'x'.repeat(length)),
});

test('as many goals are counted as one statement takes, in their order', () => {
  const within = (...goals: readonly Filter[]) => goalsWithinLimits(goals, (each) => each).length;
  expect(within(goal(500), goal(500))).toBe(2);
  expect(within(goal(500), goal(501), goal(1))).toBe(1);
  expect(within(goal(1, 100_000))).toBe(1);
  expect(within(goal(1, 100_001), goal(1))).toBe(0);
  expect(within()).toBe(0);
});

test('no more visitors who have done something are looked for than one statement takes', () => {
  const within = (...goals: readonly Filter[]) => goalsWithinLimits(goals, (each) => each).length;
  const done: Filter = { hasDone: goal(1) };
  const both: Filter = { not: { kind: 'segment', id: 's', name: 'S', filter: { and: [done, { or: [done] }] } } };
  expect(within(...Array.from({ length: 30 }, () => done))).toBe(20);
  expect(within(...Array.from({ length: 30 }, () => both))).toBe(10);
  expect(within(...Array.from({ length: 30 }, () => ({ hasDone: done })))).toBe(10);
  expect(within(...Array.from({ length: 30 }, () => goal(1)))).toBe(30);
});

test('two hundred thousand conditions are joined, in order', () => {
  const conditions = Array.from({ length: 200_000 }, (_, index) => sql`a = ${string(String(index))}`);
  const { chunks, parameters } = join(conditions, ' OR ');
  expect(chunks).toHaveLength(200_001);
  expect(chunks.slice(0, 2)).toEqual(['a = ', ' OR a = ']);
  expect(parameters.map(({ value }) => value)).toEqual(Array.from({ length: 200_000 }, (_, index) => String(index)));
  expect(join([], ' OR ')).toEqual(sql``);
});
