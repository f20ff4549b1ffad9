import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';

/** Resolves when the checked resource can be used, rejects when it cannot. */
export type HealthCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2_000;

/**
 * Serves `GET /health/live`, which says that the process answers, and `GET /health/ready`, which says that all checks
 * pass, or 503 with the names of those that fail within two seconds. Reasons go to the log only: they could reveal a
 * host name.
 */
export function health(checks: Readonly<Record<string, HealthCheck>>): Hono {
  const app = new Hono();
  app.get('/health/live', (context) => context.json({ status: 'live' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/health/ready', async (context) => {
    const names = Object.keys(checks);
    const passed = await Promise.all(Object.values(checks).map(passes));
    const notReady = names.filter((_name, index) => !passed[index]);
    return notReady.length === 0
      ? context.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
      : context.json({ status: 'not ready', notReady }, 503, { 'Cache-Control': 'no-store' });
  });
  return app;
}

async function passes(check: HealthCheck): Promise<boolean> {
  const enough = new AbortController();
  const tooLong = wait(CHECK_TIMEOUT_MS, false, { signal: enough.signal }).catch(() => false);
  try {
    return await Promise.race([check().then(() => true), tooLong]);
  } catch {
    return false;
  } finally {
    enough.abort();
  }
}
