import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { sql, string, trusted } from '../../src/clickhouse/sql.js';
import { readTitle } from '../../src/lib/process-usage.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { aroundSqlRunners, ask, COUNT, OWN, pids, STUCK, stateOf } from './sql-runners.js';

const { clickhouse, folder, insert, openRunner, own } = aroundSqlRunners();

describe('a process for SQL', () => {
  test('knows nothing of the service’s environment', async () => {
    vi.stubEnv('SECRET', 'of-the-installation');
    onTestFinished(() => void vi.unstubAllEnvs());
    const runner = await openRunner();
    await ask(runner, 'SELECT 1');
    const [pid] = pids(folder());
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('of-the-installation');
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  });

  test('is ended when a statement that counts for ever has used its time, and the next one runs', async () => {
    const runner = await openRunner();
    const counting = ask(runner, 'SELECT count() FROM numbers(1000000000000)', {
      settings: { max_execution_time: '1' },
    });
    await expect(counting).rejects.toMatchObject({ code: 159 });
    expect(await ask(runner, COUNT)).toBe(await own());
  });

  test('is ended when it takes more memory than it may', async () => {
    const runner = await openRunner({ budget: { places: 1, statementMemory: 5e9, processMemory: 400e6 } });
    await expect(ask(runner, 'SELECT groupArray(number) FROM numbers(900000000)')).rejects.toMatchObject({ code: 241 });
    expect(await ask(runner, 'SELECT 1')).toBe('1\n');
  });

  test('is replaced when something else ends it', async () => {
    const runner = await openRunner();
    await ask(runner, 'SELECT 1');
    const [pid = 0] = pids(folder());
    const running = ask(runner, STUCK);
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(pid, 'SIGKILL');
    await expect(running).rejects.toMatchObject({ code: 241 });
    expect(await ask(runner, 'SELECT 1')).toBe('1\n');
    await vi.waitFor(() => expect(pids(folder())).toHaveLength(1), POLL_OPTIONS);
  });

  test('is ended when its client leaves, before the answer and within it', async () => {
    const runner = await openRunner();
    const leaving = new AbortController();
    const running = ask(runner, STUCK, { signal: leaving.signal });
    setTimeout(() => leaving.abort(), 1_500);
    await expect(running).rejects.toThrow();
    const { chunks } = await runner.run({
      text: "SELECT repeat('x', 1000) FROM numbers(190000)",
      websiteIds: [],
      parameters: {},
      settings: {},
      format: 'CSV',
    });
    await chunks.next();
    await chunks.return(undefined);
    expect(await ask(runner, 'SELECT 1')).toBe('1\n');
  });

  test('gives no byte of an answer that was left to the next one', async () => {
    const runner = await openRunner();
    const statement = { websiteIds: [], parameters: {}, settings: {}, format: 'TabSeparated' };
    const left = await runner.run({ ...statement, text: "SELECT repeat('-left-', 25000)" });
    await left.chunks.next();
    // A writer that closes the pipe late, when the statement has ended and the rest of its answer is in the pipe.
    const late = openSync(join(folder(), '1', 'answers'), 'r+');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await left.chunks.return(undefined);
    expect(await ask(runner, "SELECT 'next'")).toBe('next\n');
    closeSync(late);
  });

  test('counts the rows before LIMIT exactly: a part of a block would tell about the rows of others', async () => {
    const runner = await openRunner();
    await insert(20_000);
    const { rows_before_limit_at_least: before } = JSON.parse(
      await ask(runner, 'SELECT path FROM events LIMIT 1', { format: 'JSON' }),
    );
    expect(`${before}\n`).toBe(await ask(runner, COUNT));
  });

  test('takes every setting that a client may choose', async () => {
    const runner = await openRunner();
    const totals = await ask(runner, 'SELECT number FROM numbers(3)', { settings: { extremes: '1' } });
    expect(totals).toBe('0\n1\n2\n\n0\n2\n');
  });

  test('is not held by a client that leaves while it starts', async () => {
    const runner = await openRunner();
    const leaving = new AbortController();
    const running = ask(runner, STUCK, { signal: leaving.signal });
    leaving.abort('closed');
    await expect(running).rejects.toMatchObject({ codeName: 'QUERY_WAS_CANCELLED' });
    expect(await ask(runner, 'SELECT 1')).toBe('1\n');
  });

  test('that has lost its folder is replaced', async () => {
    const runner = await openRunner();
    await ask(runner, 'SELECT 1');
    await rm(join(folder(), '1'), { recursive: true, force: true });
    await expect(ask(runner, 'SELECT 1')).rejects.toThrow('ENOENT');
    expect(await ask(runner, 'SELECT 1')).toBe('1\n');
  });

  test('that is still starting ends with the service', async () => {
    const runner = await openRunner();
    const running = ask(runner, 'SELECT 1');
    await vi.waitFor(() => expect(existsSync(join(folder(), '1', 'pid'))).toBe(true), POLL_OPTIONS);
    const [pid = 0] = pids(folder());
    const failed = expect(running).rejects.toThrow();
    await runner.close();
    expect(await readTitle(pid)).toBe('');
    await failed;
  });

  test('streams an answer in order, and an error within it', async () => {
    const runner = await openRunner();
    const numbers = await ask(runner, 'SELECT number FROM numbers(1000000)');
    expect(numbers).toBe(Array.from({ length: 1_000_000 }, (_, index) => `${index}\n`).join(''));
    const failing = "SELECT throwIf(number = 900000, 'too far'), repeat('x', 50) FROM numbers(1000000)";
    await expect(ask(runner, failing)).rejects.toMatchObject({
      code: 395,
      message: expect.stringContaining('too far'),
    });
  });

  test('stands still when it is idle, and knows the newest rows when it goes on', async () => {
    const runner = await openRunner({ freezeAfterMs: 100 });
    await ask(runner, 'SELECT 1');
    const [pid = 0] = pids(folder());
    await vi.waitFor(() => expect(stateOf(pid)).toBe('T'), POLL_OPTIONS);
    await insert(10);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await ask(runner, COUNT)).toBe(await own());
    expect(pids(folder())).toEqual([pid]);
  });

  test('ends when it has stood still for long, also after it went on', async () => {
    const runner = await openRunner({ freezeAfterMs: 100, endAfterMs: 3_000 });
    await ask(runner, 'SELECT 1');
    const [pid = 0] = pids(folder());
    await vi.waitFor(() => expect(stateOf(pid)).toBe('T'), POLL_OPTIONS);
    await ask(runner, 'SELECT 1');
    expect(pids(folder())).toEqual([pid]);
    await vi.waitFor(() => expect(stateOf(pid)).toBe('T'), POLL_OPTIONS);
    await vi.waitFor(() => expect(readdirSync(folder())).toEqual([]), POLL_OPTIONS);
  });

  test('that a killed service has left is ended by the next one, standing still or not', async () => {
    const left = await openRunner({ freezeAfterMs: 10 });
    await ask(left, 'SELECT 1');
    const [pid = 0] = pids(folder());
    await vi.waitFor(() => expect(stateOf(pid)).toBe('T'), POLL_OPTIONS);
    await openRunner();
    await vi.waitFor(async () => expect(await readTitle(pid)).toBe(''), POLL_OPTIONS);
    expect(readdirSync(folder())).toEqual([]);
  });

  test('answers while parts are merged, changed and dropped, and then as the service does', async () => {
    const runner = await openRunner();
    let isDone = false;
    const change = async () => {
      for (let round = 0; round < 6; round += 1) {
        await insert(20);
        await clickhouse().command(sql`OPTIMIZE TABLE events FINAL`);
        await clickhouse().delete('events', sql`website_id = toUUID(${string(OWN)}) AND path = ${string(`/${round}`)}`);
      }
      await clickhouse().command(trusted('ALTER TABLE events DROP PARTITION 202601'));
      await insert(30);
      isDone = true;
    };
    const changing = change();
    while (!isDone) {
      const answer = await ask(runner, 'SELECT uniq(path) FROM events').catch((error: unknown) => error);
      // A part may go away three times in a row: then the client is told to ask again.
      if (answer instanceof Error) expect(answer).toMatchObject({ kind: 'unavailable' });
    }
    await changing;
    await vi.waitFor(async () => expect(await ask(runner, COUNT)).toBe(await own()), POLL_OPTIONS);
  });

  test('is not used when it reads other rows than the service', async () => {
    const warnings: string[] = [];
    const wrong: Pick<ClickHouse, 'query'> = {
      query: async (query) =>
        query.name === 'sql/fingerprint' ? [query.row.parse({ fingerprint: '1 2' })] : clickhouse().query(query),
    };
    const runner = await openRunner({ clickhouse: wrong, warn: (message) => warnings.push(message) });
    await expect(ask(runner, 'SELECT 1')).rejects.toMatchObject({ kind: 'unavailable' });
    // The next one is not started at once.
    await expect(ask(runner, 'SELECT 1')).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 });
    expect(warnings).toEqual([expect.stringContaining('does not read the same rows')]);
    await vi.waitFor(() => expect(readdirSync(folder())).toEqual([]), POLL_OPTIONS);
  });

  test('is not started where memory is too small, which says what it needs', async () => {
    const runner = await openRunner({ budget: undefined });
    await expect(ask(runner, 'SELECT 1')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('1 GB'),
    });
    await expect(runner.ready()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

test('mkfifo is on this machine, as POSIX has it', () => {
  expect(spawnSync('mkfifo', ['--version']).error).toBeUndefined();
});
