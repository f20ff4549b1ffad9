import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { oncePerSecond } from './once-per-second.js';

export interface HttpMetrics {
  readonly measure: MiddlewareHandler;
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requests are measured by route pattern. */
export function httpMetrics(registry: Registry): HttpMetrics {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });

  const measure: MiddlewareHandler = async (context, next) => {
    const stop = duration.startTimer();
    await next();
    // The pattern, not the path: there are as many paths as websites, and paths contain identifiers.
    stop({ method: context.req.method, route: routePath(context), status: context.res.status });
  };
  return { measure };
}

/** Serves `GET /metrics` in the Prometheus text format, at most a second old. */
export function metricsRoute(registry: Registry): Hono {
  const app = new Hono();
  // Rendering takes about a millisecond of the main thread, and the route needs no key.
  const text = oncePerSecond(() => registry.metrics());
  app.get('/metrics', async (context) => context.body(await text(), 200, { 'Content-Type': registry.contentType }));
  return app;
}
