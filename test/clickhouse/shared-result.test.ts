import { expect, test } from 'vitest';
import { SharedResult } from '../../src/clickhouse/shared-result.js';

/** A result whose task has begun. It comes when `end` is called, unless the task is dropped before. */
async function share() {
  let end = () => {};
  const shared = new SharedResult<string>(
    (signal) =>
      new Promise((resolve, reject) => {
        end = () => resolve('done');
        signal.addEventListener('abort', () => reject(new Error('dropped')));
      }),
  );
  await new Promise(setImmediate);
  return { shared, end };
}

test('is for those who stay when others leave', async () => {
  const { shared, end } = await share();
  const [one, other] = [new AbortController(), new AbortController()];
  const results = [shared.wait(one.signal), shared.wait(undefined), shared.wait(other.signal)];
  one.abort();
  other.abort();
  expect(shared.isAbandoned).toBe(false);
  end();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  const late = new AbortController();
  expect(await shared.wait(late.signal)).toBe('done');
  late.abort();
  expect(shared.isAbandoned).toBe(false);
});

test('is dropped when the last one leaves, also one who had left before', async () => {
  const { shared } = await share();
  const [one, other] = [new AbortController(), new AbortController()];
  const results = [shared.wait(one.signal), shared.wait(other.signal)];
  one.abort();
  expect(shared.isAbandoned).toBe(false);
  other.abort();
  expect(shared.isAbandoned).toBe(true);
  for (const result of results) await expect(result).rejects.toThrow('dropped');

  const { shared: early } = await share();
  await expect(early.wait(AbortSignal.abort())).rejects.toThrow('dropped');
  expect(early.isAbandoned).toBe(true);
});
