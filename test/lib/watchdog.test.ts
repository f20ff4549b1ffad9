import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import { Watchdog } from '../../src/lib/watchdog.js';

/** A watchdog of a server that does as it is told. */
function watch() {
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
  test.each(['refuse', 'hang'] as const)(
    'a server that begins to %s ends what waits for it, until it answers',
    async (way) => {
      const { watchdog, server, happened } = watch();
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

  test('a task that fails by itself is no sign of that', async () => {
    const { watchdog } = watch();
    await expect(watchdog.run(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(watchdog.isAway).toBe(false);
  });

  test('a long task goes on while the server answers', async () => {
    const { watchdog } = watch();
    expect(await watchdog.run(() => wait(2_000, 'done'))).toBe('done');
  });

  test.each(['answer', 'refuse', 'hang'] as const)(
    'pings a server that would %s no more once it is closed',
    async (way) => {
      const { watchdog, server, happened } = watch();
      await expect.poll(() => server.pings).toBeGreaterThan(0);
      server.does = way;
      await watchdog.close();
      const { pings } = server;
      await wait(700);
      expect([server.pings, happened]).toEqual([pings, []]);
      await expect(watchdog.run(async () => 'done')).rejects.toThrow(AppError);
    },
  );

  test('does not repeat a ping that was under way when it is closed', async () => {
    const { watchdog, server } = watch();
    server.does = 'hang';
    await expect.poll(() => server.pings).toBe(1);
    await watchdog.close();
    expect(server.pings).toBe(1);
  });
});
