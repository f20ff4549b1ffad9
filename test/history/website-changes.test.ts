import { expect, test } from 'vitest';
import { measured, type RunChange } from '../../src/history/website-changes.js';

const free: RunChange = (_, task) => task(async () => true);

test('a lock is measured once it is released, also after a failed task, and never before it is held', async () => {
  const steps: string[] = [];
  const run = async (lock: RunChange, outcome: Promise<unknown>) => {
    const task = () => {
      steps.push('task');
      return outcome;
    };
    await measured(lock, (ms) => steps.push(ms >= 0 ? 'measured' : 'negative'))('website', task).catch(({ message }) =>
      steps.push(message),
    );
    return steps.splice(0);
  };
  expect(await run(free, Promise.resolve())).toEqual(['task', 'measured']);
  expect(await run(free, Promise.reject(new Error('failed')))).toEqual(['task', 'measured', 'failed']);
  const unavailable: RunChange = () => Promise.reject(new Error('no lock'));
  expect(await run(unavailable, Promise.resolve())).toEqual(['no lock']);
});
