import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';

/** Resolves when the checked resource can be used, rejects when it cannot. */
export type HealthCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2_000;

/** Called when a check begins to fail, and when it passes again. */
export interface HealthObserver {
  readonly onFailed: (check: string, error: unknown) => void;
  readonly onPassed: (check: string) => void;
}

/**
 * Serves `GET /health/live`, which passes while the process answers, and `GET /health/ready`, which answers 503 with
 * the names of failing checks; a check fails after two seconds. Reasons are for the log only: they could reveal a host
 * name.
 */
export function health(checks: Readonly<Record<string, HealthCheck>>, observer?: HealthObserver): Hono {
  const app = new Hono();
  const failing = new Set<string>();
  const passes = async (name: string, check: HealthCheck): Promise<boolean> => {
    try {
      await withinTime(check);
      if (failing.delete(name)) observer?.onPassed(name);
      return true;
    } catch (error) {
      if (!failing.has(name)) observer?.onFailed(name, error);
      failing.add(name);
      return false;
    }
  };
  app.get('/health/live', (context) => context.json({ status: 'live' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/health/ready', async (context) => {
    const passed = await Promise.all(Object.entries(checks).map(([name, check]) => passes(name, check)));
    const notReady = Object.keys(checks).filter((_name, index) => !passed[index]);
    return notReady.length === 0
      ? context.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
      : context.json({ status: 'not ready', notReady }, 503, { 'Cache-Control': 'no-store' });
  });
  return app;
}

async function withinTime(check: HealthCheck): Promise<void> {
  const enough = new AbortController();
  const tooLong = wait(CHECK_TIMEOUT_MS, undefined, { signal: enough.signal }).then(
    () => Promise.reject(new Error('no answer in time')),
    () => undefined,
  );
  try {
    await Promise.race([check(), tooLong]);
  } finally {
    enough.abort();
  }
}
