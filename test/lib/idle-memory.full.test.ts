import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MEGABYTE = 1024 * 1024;

/** Fills the room for short-lived objects, then waits until it is smaller. Prints its bytes before and after. */
const PROGRAM = `
  import { freeMemoryWhenIdle, youngBytes } from './dist/lib/idle-memory.js';
  const kept = [];
  for (let round = 0; youngBytes() <= ${8 * MEGABYTE}; round += 1) {
    kept[round % 8] = Array.from({ length: 20_000 }, (_, index) => ({ index, text: String(index) }));
  }
  console.log(youngBytes());
  freeMemoryWhenIdle(1_000);
  const timer = setInterval(() => {
    if (youngBytes() > ${4 * MEGABYTE}) return;
    clearInterval(timer);
    console.log(youngBytes());
  }, 200);
`;

// In a process of its own: that of the tests is never idle.
test('memory that a load took for short-lived objects is given back when nothing happens any more', () => {
  const options = ['--max-semi-space-size=32', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 });
  const [before, after] = stdout.trim().split('\n').map(Number);
  expect(before).toBeGreaterThan(8 * MEGABYTE);
  expect(after).toBeLessThanOrEqual(4 * MEGABYTE);
});
