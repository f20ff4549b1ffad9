import { expect, test } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import { TaskQueue } from '../../src/lib/task-queue.js';

const options = {
  maxRunning: 2,
  maxWaiting: 3,
  refusal: 'Too many realtime pages are open, try again later',
} as const;

/** Starts tasks that end when they are told to. */
function start(queue: TaskQueue, count: number) {
  const ends: (() => void)[] = [];
  const running = { now: 0, max: 0 };
  const outcomes = Array.from({ length: count }, (_, index) =>
    queue
      .run(async () => {
        running.now += 1;
        running.max = Math.max(running.max, running.now);
        await new Promise<void>((resolve) => ends.push(resolve));
        running.now -= 1;
        return index;
      })
      .catch((error: unknown) => error),
  );
  return { ends, running, outcomes: Promise.all(outcomes) };
}

test('few tasks run at once, in their order, and those over the limit are refused', async () => {
  const { ends, running, outcomes } = start(new TaskQueue(options), 7);
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  expect(await outcomes).toEqual([0, 1, 2, 3, 4, expect.any(AppError), expect.any(AppError)]);
  expect((await outcomes)[6]).toMatchObject({ kind: 'unavailable', messages: [options.refusal], retryAfterSeconds: 2 });
  expect(running).toEqual({ now: 0, max: 2 });
});

test('a task that fails leaves its place to the next', async () => {
  const queue = new TaskQueue({ ...options, maxRunning: 1 });
  const failed = queue.run(() => Promise.reject(new Error('failed')));
  const next = queue.run(async () => 'next');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
  expect(await queue.run(async () => 'later')).toBe('later');
});

test('what waits too long is refused, and its place is nobody’s', async () => {
  const queue = new TaskQueue({ ...options, maxRunning: 1, maxWaitMs: 20 });
  let end = () => {};
  const first = queue.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await expect(queue.run(async () => 'late')).rejects.toMatchObject({ kind: 'unavailable' });
  end();
  await first;
  expect(await queue.run(async () => 'in time')).toBe('in time');
});

test('a task is dropped when its client leaves before it begins, and no other', async () => {
  const queue = new TaskQueue({ ...options, maxRunning: 1 });
  const leaving = new AbortController();
  let end = () => {};
  const running = queue.run(
    () =>
      new Promise<string>((resolve) => {
        end = () => resolve('done');
      }),
    leaving.signal,
  );
  let hasBegun = false;
  const dropped = queue.run(async () => {
    hasBegun = true;
  }, leaving.signal);
  const next = queue.run(async () => 'next');
  leaving.abort();
  await expect(dropped).rejects.toMatchObject({ kind: 'invalid' });
  await expect(queue.run(async () => 'late', leaving.signal)).rejects.toMatchObject({ kind: 'invalid' });
  end();
  expect([await running, await next, hasBegun]).toEqual(['done', 'next', false]);
});
