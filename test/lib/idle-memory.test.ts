import { expect, onTestFinished, test, vi } from 'vitest';
import { freeMemoryWhenIdle, youngBytes } from '../../src/lib/idle-memory.js';

const MEGABYTE = 1024 * 1024;

test('memory that a load took for short-lived objects is given back when nothing happens any more', async () => {
  const kept: object[][] = [];
  for (let round = 0; youngBytes() < 8 * MEGABYTE && round < 500; round += 1) {
    kept[round % 8] = Array.from({ length: 20_000 }, (_, index) => ({ index, text: `${index}` }));
  }
  expect(youngBytes()).toBeGreaterThanOrEqual(8 * MEGABYTE);
  onTestFinished(freeMemoryWhenIdle(1_000));
  // V8 makes the room smaller when little was allocated in the last five seconds.
  await vi.waitFor(() => expect(youngBytes()).toBeLessThan(4 * MEGABYTE), { timeout: 60_000, interval: 500 });
});
