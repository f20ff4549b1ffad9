import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oncePerSecond } from '../../src/http/server/once-per-second.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('callers within a second share one run, whether it succeeds or fails', async () => {
  const task = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(3);
  const shared = oncePerSecond(task);
  expect([await shared(), await shared()]).toEqual([1, 1]);
  vi.advanceTimersByTime(1_000);
  await expect(shared()).rejects.toThrow('away');
  await expect(shared()).rejects.toThrow('away');
  vi.advanceTimersByTime(1_000);
  expect(await shared()).toBe(3);
  expect(task).toHaveBeenCalledTimes(3);
});

test('a run that takes long is not joined by another', async () => {
  let end = (_: string) => {};
  const task = vi.fn(() => new Promise<string>((resolve) => (end = resolve)));
  const shared = oncePerSecond(task);
  const first = shared();
  vi.advanceTimersByTime(10_000);
  const second = shared();
  end('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(task).toHaveBeenCalledOnce();
});
