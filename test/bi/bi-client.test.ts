import { expect, test, vi } from 'vitest';
import { BiClient, type LoggedStatement } from '../../src/bi/bi-client.js';
import type { ReaderResult, ReaderStatement } from '../../src/clickhouse/reader.js';
import { ReaderError } from '../../src/clickhouse/reader.js';
import { POLL_OPTIONS } from '../poll-options.js';

const ACCOUNT = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';
const statement = {
  accountId: ACCOUNT,
  via: 'api',
  text: 'SELECT 1',
  parameters: {},
  settings: {},
  format: 'CSV',
} as const;

async function* chunks(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 1024) yield new Uint8Array(1024);
}

const result = (bytes: number): ReaderResult => ({ format: 'CSV', shape: 'SELECT ?', bytes, chunks: chunks(bytes) });

const done = async (): Promise<void> => undefined;

/** A reader whose statements end when the test says so. */
function heldReader(bytes = 0) {
  const running: (() => void)[] = [];
  const read = (_: ReaderStatement) =>
    new Promise<ReaderResult>((resolve) => running.push(() => resolve(result(bytes))));
  return { running, read };
}

function open(read: (statement: ReaderStatement) => Promise<ReaderResult>, budgetMs?: number) {
  const logged: LoggedStatement[] = [];
  const time = { now: 1_000_000 };
  const client = new BiClient({
    reader: {
      ready: done,
      close: done,
      run: read,
      check: async () => ({ format: undefined, shape: 'SELECT ?', parameters: [] }),
    },
    findWebsiteIds: async () => ['a'],
    log: (each) => logged.push(each),
    now: () => time.now,
    ...(budgetMs !== undefined && { budgetMs }),
  });
  return { client, logged, time };
}

test('two statements run at a time; the next one begins when one has ended', async () => {
  const { running, read } = heldReader();
  const { client } = open(read);
  const answers = [1, 2, 3].map(() => client.run(statement));
  await vi.waitFor(() => expect(running).toHaveLength(2), POLL_OPTIONS);
  running[0]?.();
  await answers[0];
  await vi.waitFor(() => expect(running).toHaveLength(3), POLL_OPTIONS);
  running[1]?.();
  running[2]?.();
  await Promise.all(answers);
});

test('large results hold their places until they are read, small ones do not', async () => {
  const { client } = open(async () => result(2 * 1024 * 1024));
  const unread = await Promise.all([1, 2, 3, 4].map(() => client.run(statement)));
  let isRun = false;
  const next = client.run(statement).then((each) => {
    isRun = true;
    return each;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isRun).toBe(false);
  await unread[0]?.chunks.return(undefined);
  for await (const _ of (await next).chunks);
  for (const { chunks: rest } of unread.slice(1)) await rest.return(undefined);
  const small = open(async () => result(2048));
  for (let count = 0; count < 10; count += 1) await small.client.run(statement);
});

test('many waiting statements are refused', async () => {
  const { running, read } = heldReader();
  const { client } = open(read);
  const answers = Array.from({ length: 60 }, () => client.run(statement).catch((error: unknown) => error));
  await vi.waitFor(() => expect(running).toHaveLength(2), POLL_OPTIONS);
  const early = await Promise.race(answers);
  expect(early).toMatchObject({ kind: 'unavailable' });
  const finished = Promise.all(answers);
  const finish = setInterval(() => {
    for (const each of running) each();
  });
  await finished;
  clearInterval(finish);
});

test('an account that has used its time waits for the next minute; others do not', async () => {
  const { client, time } = open(async () => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    return result(0);
  }, 4);
  await client.run(statement);
  await expect(client.run(statement)).rejects.toMatchObject({ kind: 'too_many_requests', retryAfterSeconds: 60 });
  await client.run({ ...statement, accountId: 'another' });
  time.now += 60_000;
  await client.run(statement);
});

test('each statement is logged, without values, and refused ones with the name of their error', async () => {
  const { client, logged } = open(async ({ text }) => {
    if (text === 'SELECT 1') return result(2048);
    if (text === 'SELECT 2') throw new ReaderError('…', 159, 'TIMEOUT_EXCEEDED', 'SELECT ?');
    throw new ReaderError('…', 62, 'SYNTAX_ERROR');
  });
  await client.run(statement);
  await expect(client.run({ ...statement, text: 'SELEC' })).rejects.toThrow(ReaderError);
  await expect(client.run({ ...statement, text: 'SELECT 2' })).rejects.toThrow(ReaderError);
  expect(logged).toEqual([
    {
      account: ACCOUNT,
      via: 'api',
      statement: 'SELECT ?',
      error: undefined,
      bytes: 2048,
      milliseconds: expect.any(Number),
    },
    {
      account: ACCOUNT,
      via: 'api',
      statement: undefined,
      error: 'SYNTAX_ERROR',
      bytes: 0,
      milliseconds: expect.any(Number),
    },
    {
      account: ACCOUNT,
      via: 'api',
      statement: 'SELECT ?',
      error: 'TIMEOUT_EXCEEDED',
      bytes: 0,
      milliseconds: expect.any(Number),
    },
  ]);
});
