import { expect, test } from 'vitest';
import { FairQueue } from '../../src/lib/fair-queue.js';

const REFUSAL = 'Too many realtime pages are open, try again later';

const open = (options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
  new FairQueue({
    maxRunning: 1,
    maxWaiting: 10,
    maxWaitingPerKey: 5,
    maxWaitMs: 60_000,
    refusal: REFUSAL,
    ...options,
  });

test('a place goes to the key that had one the longest ago', async () => {
  const queue = open();
  const order: string[] = [];
  const run = async (key: string) => {
    const leave = await queue.enter(key);
    order.push(key);
    await new Promise((resolve) => setImmediate(resolve));
    leave();
  };
  await Promise.all(['a', 'a', 'a', 'c', 'c', 'b'].map(run));
  expect(order).toEqual(['a', 'c', 'b', 'a', 'c', 'a']);
});

test('one key has one place, though others are free', async () => {
  const queue = open({ maxRunning: 2 });
  const leave = await queue.enter('a');
  let isSecond = false;
  const second = queue.enter('a').then((left) => {
    isSecond = true;
    return left;
  });
  (await queue.enter('b'))();
  expect(isSecond).toBe(false);
  leave();
  // Leaving twice frees no other place.
  leave();
  (await second)();
});

test('too many tasks of a key, of all keys, and for too long are refused; one that is aborted leaves', async () => {
  const queue = open({ maxWaiting: 3, maxWaitingPerKey: 2, maxWaitMs: 20 });
  const leave = await queue.enter('a');
  const leaving = new AbortController();
  const waiting = [queue.enter('a', leaving.signal), queue.enter('a'), queue.enter('b')];
  await expect(queue.enter('a')).rejects.toMatchObject({ kind: 'unavailable', messages: [REFUSAL] });
  await expect(queue.enter('c')).rejects.toMatchObject({ kind: 'unavailable' });
  leaving.abort(new Error('left'));
  await expect(waiting[0]).rejects.toThrow('left');
  await expect(waiting[1]).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(waiting[2]).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(queue.enter('a', leaving.signal)).rejects.toThrow('left');
  leave();
  (await queue.enter('a'))();
});
