import { expect, test } from 'vitest';
import { evaluateSite, summarize } from './evaluate.js';

// A short form of causes.full.test.ts. Choose no limits by these seeds, nor by those there.
test('planted changes are found, and nothing is where none is planted', async () => {
  const cases = await evaluateSite(31, 150, 7, 4);
  const { clear, first, nothing, claimed, isExact, wrong } = summarize(cases);
  expect(isExact).toBe(true);
  expect(clear).toBeGreaterThan(6);
  expect(first / clear, wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(claimed / nothing, wrong.join('\n')).toBeLessThanOrEqual(0.1);
});
