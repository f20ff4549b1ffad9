import { setImmediate as breath } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeBehind } from '../../src/history/write-behind.js';

test('a task runs while the next is prepared, and none beside another', async () => {
  const seen: string[] = [];
  const result = await writeBehind(async (start) => {
    for (const name of ['a', 'b']) {
      seen.push(`${name} prepared`);
      await start(async () => {
        seen.push(`${name} begun`);
        await breath();
        seen.push(`${name} done`);
      });
    }
    return 'all';
  });
  expect(result).toBe('all');
  expect(seen).toEqual(['a prepared', 'a begun', 'b prepared', 'a done', 'b begun', 'b done']);
});

test('a task that fails ends the work before the next task', async () => {
  const begun: string[] = [];
  const work = writeBehind(async (start) => {
    for (const name of ['a', 'b', 'c']) {
      await start(async () => {
        begun.push(name);
        if (name === 'b') throw new Error('b failed');
      });
    }
  });
  await expect(work).rejects.toThrow('b failed');
  expect(begun).toEqual(['a', 'b']);
});

test('the last task may fail too', () =>
  expect(writeBehind((start) => start(() => Promise.reject(new Error('failed'))))).rejects.toThrow('failed'));

test('work that fails waits for the task under way, and says its own reason', async () => {
  let done = false;
  const work = writeBehind(async (start) => {
    await start(async () => {
      await breath();
      done = true;
      throw new Error('too late');
    });
    throw new Error('the body broke off');
  });
  await expect(work).rejects.toThrow('the body broke off');
  expect(done).toBe(true);
});
