import { expect, test, vi } from 'vitest';
import { ImportQueue, type ImportTurn } from '../../src/history/import/queue.js';
import { AppError } from '../../src/lib/errors.js';

const LIMITS = { maxRunning: 2, maxWaiting: 3, maxWaitingPerAccount: 2, maxWaitMs: 100_000_000 };

/** An import that runs until the test ends it. */
function importOf(queue: ImportQueue, accountId: string, more: Partial<ImportTurn> = {}) {
  let end: (answer: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  const turn = { accountId, websiteId: accountId, idempotencyKey: undefined, signal: new AbortController().signal };
  const task = vi.fn((_failed: () => void) => ended);
  const answer = queue.run({ ...turn, ...more }, task);
  answer.catch(() => undefined);
  return { task, answer, end: () => end(accountId), fail: () => fail(new Error(accountId)) };
}

/** Everything that follows from what was done has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const faultOf = async (answer: Promise<unknown>) => {
  const error = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('no AppError was thrown', { cause: error });
  return error;
};

test('as many run as may, of each account one; the others run in the order in which they came', async () => {
  const queue = new ImportQueue(LIMITS);
  const [first, second] = [importOf(queue, 'ada'), importOf(queue, 'ada')];
  const [ben, cleo] = [importOf(queue, 'ben'), importOf(queue, 'cleo')];
  await settled();
  expect([first, second, ben, cleo].map(({ task }) => task.mock.calls.length)).toEqual([1, 0, 1, 0]);
  ben.end();
  expect(await ben.answer).toBe('ben');
  await settled();
  // Ada's second was first, but her account is running one.
  expect([second, cleo].map(({ task }) => task.mock.calls.length)).toEqual([0, 1]);
  first.fail();
  await expect(first.answer).rejects.toThrow('ada');
  await settled();
  expect(second.task).toHaveBeenCalledOnce();
});

test('an account cannot fill the queue, and a full one refuses with a time to try again', async () => {
  const queue = new ImportQueue(LIMITS);
  importOf(queue, 'ada');
  for (let waiting = 0; waiting < 2; waiting += 1) importOf(queue, 'ada');
  const refused = await faultOf(importOf(queue, 'ada').answer);
  expect([refused.kind, refused.messages]).toEqual([
    'too_many_requests',
    ['Too many imports are waiting: try again later'],
  ]);
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  importOf(queue, 'ben');
  const waits = importOf(queue, 'ben');
  await settled();
  expect(waits.task).not.toHaveBeenCalled();
  const third = importOf(queue, 'cleo');
  expect((await faultOf(third.answer)).kind).toBe('too_many_requests');
  expect(third.task).not.toHaveBeenCalled();
});

test('an import leaves the queue when its client goes, and when it has waited for long', async () => {
  const queue = new ImportQueue({ ...LIMITS, maxWaitMs: 1 });
  const running = importOf(queue, 'ada');
  const late = await faultOf(importOf(queue, 'ada').answer);
  expect([late.kind, late.messages]).toEqual([
    'too_many_requests',
    ['Another import is still running: try again later'],
  ]);

  const patient = new ImportQueue(LIMITS);
  const other = importOf(patient, 'ada');
  const client = new AbortController();
  const gone = importOf(patient, 'ada', { signal: client.signal });
  client.abort();
  expect((await faultOf(gone.answer)).kind).toBe('invalid');
  other.end();
  running.end();
  await settled();
  expect(gone.task).not.toHaveBeenCalled();
});

test('a key whose import is running is refused, and while that is removed told to come again', async () => {
  const queue = new ImportQueue(LIMITS);
  const keyed = { idempotencyKey: 'move-1' };
  const first = importOf(queue, 'ada', keyed);
  expect((await faultOf(importOf(queue, 'ada', keyed).answer)).kind).toBe('conflict');
  first.task.mock.calls[0]?.[0]();
  const repeat = await faultOf(importOf(queue, 'ada', keyed).answer);
  expect([repeat.kind, repeat.retryAfterSeconds]).toEqual(['unavailable', 15]);
});

test('a queue that is closed refuses all that wait', async () => {
  const queue = new ImportQueue(LIMITS);
  const running = importOf(queue, 'ada');
  const waits = importOf(queue, 'ada');
  queue.close();
  expect((await faultOf(waits.answer)).kind).toBe('unavailable');
  expect((await faultOf(importOf(queue, 'ben').answer)).kind).toBe('unavailable');
  running.end();
  expect(await running.answer).toBe('ada');
});
