import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, type TestContext, test } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import { Watchdog } from '../../src/lib/watchdog.js';

/** A watchdog of a server that does as it is told. */
function watch({ onTestFinished }: TestContext) {
  const server: { does: 'answer' | 'refuse' | 'hang'; pings: number } = { does: 'answer', pings: 0 };
  const happened: string[] = [];
  const watchdog = new Watchdog({
    name: 'The server',
    ping: async () => {
      server.pings += 1;
      if (server.does === 'hang') await new Promise(() => {});
      if (server.does === 'refuse') throw new Error('refused');
    },
    onAway: () => happened.push('dropped'),
    warn: (message) => happened.push(message),
  });
  onTestFinished(() => watchdog.close());
  return { watchdog, server, happened };
}

// Each test waits for pings, and has a server of its own.
describe.concurrent('a watchdog', () => {
  test.for(['refuse', 'hang'] as const)(
    'a server that begins to %s ends what waits for it, until it answers',
    async (way, context) => {
      const { watchdog, server, happened } = watch(context);
      expect(await watchdog.run(async () => 'done')).toBe('done');
      const aborted: unknown[] = [];
      const waiting = watchdog.run(async (away) => {
        away.addEventListener('abort', () => aborted.push('aborted'));
        await new Promise(() => {});
      });
      server.does = way;
      await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
      await expect(watchdog.run(async () => 'done')).rejects.toThrow(AppError);
      expect(aborted).toEqual(['aborted']);

      server.does = 'answer';
      await expect.poll(() => watchdog.isAway).toBe(false);
      expect(await watchdog.run(async () => 'done')).toBe('done');
      expect(happened).toEqual([
        'The server does not answer: what needs it is refused until it does',
        'dropped',
        'The server answers again',
      ]);
    },
  );

  test('a task that fails by itself is no sign of that', async (context) => {
    const { watchdog } = watch(context);
    await expect(watchdog.run(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(watchdog.isAway).toBe(false);
  });

  test('a long task goes on while the server answers', async (context) => {
    const { watchdog } = watch(context);
    expect(await watchdog.run(() => wait(2_000, 'done'))).toBe('done');
  });

  test.for(['answer', 'refuse', 'hang'] as const)(
    'pings a server that would %s no more once it is closed',
    async (way, context) => {
      const { watchdog, server, happened } = watch(context);
      await expect.poll(() => server.pings).toBeGreaterThan(0);
      server.does = way;
      await watchdog.close();
      const { pings } = server;
      await wait(700);
      expect([server.pings, happened]).toEqual([pings, []]);
      await expect(watchdog.run(async () => 'done')).rejects.toThrow(AppError);
    },
  );

  test('does not repeat a ping that was under way when it is closed', async (context) => {
    const { watchdog, server } = watch(context);
    server.does = 'hang';
    await expect.poll(() => server.pings).toBe(1);
    await watchdog.close();
    expect(server.pings).toBe(1);
  });
});
