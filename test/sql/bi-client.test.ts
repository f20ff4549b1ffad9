import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { BiClient, type BiLimits, type BiStatement, type LoggedStatement } from '../../src/sql/bi-client.js';
import type { Reader, ReaderResult, ReaderStatement } from '../../src/sql/reader.js';
import { ReaderError } from '../../src/sql/reader.js';
import { POLL_OPTIONS } from '../poll-options.js';

const ACCOUNT = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';
const statement = {
  accountId: ACCOUNT,
  websites: 'all',
  via: 'api',
  text: 'SELECT 1',
  parameters: {},
  settings: {},
  format: 'CSV',
} as const;

async function* chunks(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 1024) yield new Uint8Array(1024);
}

const result = (bytes: number): ReaderResult => ({ format: 'CSV', shape: 'SELECT ?', chunks: chunks(bytes) });

/** Statements of accounts of their own. */
const ofAccounts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...statement, accountId: `${index}` }));

const done = async (): Promise<void> => undefined;

/** A reader whose statements end when the test says so. */
function heldReader(bytes = 0) {
  const running: (() => void)[] = [];
  const read = (_: ReaderStatement) =>
    new Promise<ReaderResult>((resolve) => running.push(() => resolve(result(bytes))));
  return { running, read };
}

function open(read: (statement: ReaderStatement) => Promise<ReaderResult>, limits: BiLimits = {}) {
  const logged: LoggedStatement[] = [];
  const time = { now: 1_000_000 };
  const log = { info: (each: LoggedStatement) => void logged.push(each) } as unknown as Logger;
  const reader: Reader = {
    places: 2,
    ready: done,
    close: done,
    run: read,
    check: async () => ({ format: undefined, shape: 'SELECT ?', parameters: [] }),
  };
  const client = new BiClient({ log, now: () => time.now }, reader, async () => ['a'], limits);
  return { client, logged, time };
}

test('two statements run at a time; the next one begins when one has ended', async () => {
  const { running, read } = heldReader();
  const { client } = open(read);
  const answers = ofAccounts(3).map((each) => client.run(each));
  await vi.waitFor(() => expect(running).toHaveLength(2), POLL_OPTIONS);
  running[0]?.();
  await answers[0];
  await vi.waitFor(() => expect(running).toHaveLength(3), POLL_OPTIONS);
  running[1]?.();
  running[2]?.();
  await Promise.all(answers);
});

test('one statement of an account runs at a time: those of others go first', async () => {
  const { running, read } = heldReader();
  const { client, logged } = open(read);
  const own = [1, 2, 3].map(() => client.run(statement));
  const other = client.run({ ...statement, accountId: 'another' });
  await vi.waitFor(() => expect(running).toHaveLength(2), POLL_OPTIONS);
  running[1]?.();
  await other;
  expect(logged.map(({ account }) => account)).toEqual(['another']);
  running[0]?.();
  await own[0];
  for (const index of [2, 3]) {
    await vi.waitFor(() => expect(running).toHaveLength(index + 1), POLL_OPTIONS);
    running[index]?.();
  }
  await Promise.all(own);
});

test('large results hold their places until they are read, small ones do not', async () => {
  const { client, logged } = open(async () => result(2 * 1024 * 1024));
  const [first, second, third] = ofAccounts(3).map((each) => client.run(each));
  await second;
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged).toEqual([]);
  await (await first)?.chunks.return(undefined);
  for await (const _ of (await third)!.chunks);
  await (await second)?.chunks.return(undefined);
  expect(logged.map(({ account }) => account)).toEqual(['0', '2', '1']);
  const small = open(async () => result(2048));
  for (let count = 0; count < 10; count += 1) await small.client.run(statement);
});

test('a result that is read too slowly is ended, and so is its statement', async () => {
  let isEnded = false;
  async function* large() {
    try {
      yield* chunks(3 * 1024 * 1024);
    } finally {
      isEnded = true;
    }
  }
  const { client, logged } = open(async () => ({ ...result(0), chunks: large() }), { maxReadingMs: 20 });
  const slow = await client.run(statement);
  await vi.waitFor(() => expect(isEnded).toBe(true), POLL_OPTIONS);
  const read = async () => {
    for await (const _ of slow.chunks);
  };
  await expect(read()).rejects.toMatchObject({ code: 159 });
  expect(logged).toMatchObject([{ error: 'TIMEOUT_EXCEEDED' }]);
});

test('a client that goes while it waits frees its place', async () => {
  const { running, read } = heldReader();
  const { client } = open(read);
  const leaving = new AbortController();
  const answers = [
    client.run(statement),
    client.run({ ...statement, signal: leaving.signal }).catch((error: unknown) => error),
    client.run(statement),
  ];
  await vi.waitFor(() => expect(running).toHaveLength(1), POLL_OPTIONS);
  leaving.abort();
  expect(await answers[1]).toMatchObject({ codeName: 'QUERY_WAS_CANCELLED' });
  running[0]?.();
  await vi.waitFor(() => expect(running).toHaveLength(2), POLL_OPTIONS);
  running[1]?.();
  await Promise.all(answers);
});

test('many waiting statements are refused, sooner those of one account', async () => {
  const { running, read } = heldReader();
  const { client } = open(read);
  const ask = (statements: readonly BiStatement[]) =>
    statements.map((each) => client.run(each).catch((error: unknown) => error));
  const own = ask(Array.from({ length: 34 }, () => statement));
  expect(await Promise.race(own)).toMatchObject({ kind: 'unavailable' });
  const others = ask(ofAccounts(100));
  expect(await Promise.race(others)).toMatchObject({ kind: 'unavailable' });
  const answers = Promise.all([...own, ...others]);
  const finish = setInterval(() => {
    for (const each of running) each();
  });
  const refused = (await answers).filter((answer) => answer instanceof Error);
  clearInterval(finish);
  expect(refused).toHaveLength(1 + (100 - 1 - 96));
});

test('an account that has used its time waits for the next minute; others do not', async () => {
  const { client, time } = open(
    async () => {
      const end = performance.now() + 5;
      while (performance.now() < end);
      return result(0);
    },
    { budgetMs: 4 },
  );
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
