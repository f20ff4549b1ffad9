import { expect, test } from 'vitest';
import { withCleanup } from '../../src/lib/with-cleanup.js';

async function* numbers(failAt = 3) {
  for (let number = 0; number < 3; number += 1) {
    if (number === failAt) throw new Error('failed');
    yield number;
  }
}

function counted(items = numbers()) {
  const cleaned = { times: 0 };
  const wrapped = withCleanup(items, async () => {
    cleaned.times += 1;
  });
  return { cleaned, wrapped };
}

test('cleans up once, at the end', async () => {
  const { cleaned, wrapped } = counted();
  const found: number[] = [];
  for await (const number of wrapped) {
    expect(cleaned.times).toBe(0);
    found.push(number);
  }
  expect([found, cleaned.times]).toEqual([[0, 1, 2], 1]);
  expect(await wrapped.next()).toEqual({ done: true, value: undefined });
  expect(cleaned.times).toBe(1);
});

test('cleans up when the reader stops, also before the first item', async () => {
  const { cleaned, wrapped } = counted();
  for await (const _ of wrapped) break;
  expect(cleaned.times).toBe(1);
  const unread = counted();
  await unread.wrapped.return();
  expect(unread.cleaned.times).toBe(1);
});

test('cleans up after an error', async () => {
  const { cleaned, wrapped } = counted(numbers(1));
  const read = async () => {
    for await (const _ of wrapped);
  };
  await expect(read()).rejects.toThrow('failed');
  expect(cleaned.times).toBe(1);
});
