import { Hono } from 'hono';
import type { Logger } from 'pino';
import { AppError } from '../lib/errors.js';
import { answerFailure } from './api/error-map.js';
import { COLLECT_PATH, collectCors } from './server/collect-path.js';
import { health } from './server/health.js';
import { requestId } from './server/request-id.js';
import { securityHeaders } from './server/security-headers.js';

const RETRY_AFTER_SECONDS = 1;

/** Answers while the service is still opening: it is live, and every other request gets 503. `now` is in epoch milliseconds. */
export function startingApp(log: Pick<Logger, 'error'>, now: () => number): Hono {
  const app = new Hono();
  app.use(requestId(), securityHeaders());
  // A browser treats an unanswered preflight as a refusal.
  app.use(COLLECT_PATH, collectCors);
  app.route('/', health({ service: async () => refuse() }));
  app.all('*', refuse);
  app.onError(answerFailure(log, now));
  return app;
}

function refuse(): never {
  throw new AppError('unavailable', ['Footfall is starting'], RETRY_AFTER_SECONDS);
}
