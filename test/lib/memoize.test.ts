import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { memoize, memoizePromise } from '../../src/lib/memoize.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

test('remembers its answers, and forgets the oldest', () => {
  const computed: string[] = [];
  const upper = memoize((text) => {
    computed.push(text);
    return text.toUpperCase();
  }, 2);
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) expect(upper(text)).toBe(text.toUpperCase());
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('keeps neither the text that a slice was cut from, nor texts of any length', () => {
  const before = heapUsed();
  const whole = memoize((text) => text, 2_000);
  for (let index = 0; index < 2_000; index += 1) {
    whole(`${index}`.padEnd(64_000, 'x').slice(0, 200));
    whole(`${index}`.padEnd(64_000, 'y'));
  }
  const grown = heapUsed() - before;
  expect(whole('0'.padEnd(200, 'x'))).toHaveLength(200);
  expect(grown).toBeLessThan(4_000_000);
});

test('a value is loaded once, and again after a failure', async () => {
  let loads = 0;
  const load = memoizePromise(async () => {
    loads += 1;
    if (loads === 1) throw new Error('away');
    return loads;
  });
  await expect(load()).rejects.toThrow('away');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
});
