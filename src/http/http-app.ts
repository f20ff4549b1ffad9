import { Hono, type MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { getPathNoStrict } from 'hono/utils/url';
import type { Context } from '../context/context.js';
import { AppError, invalid } from '../lib/errors.js';
import { answerFailure, type FailurePage } from './api/error-map.js';
import { COLLECT_PATH } from './server/collect-path.js';
import { isDecodable } from './server/decodable-url.js';
import { HotRouter } from './server/hot-router.js';
import type { HttpMetrics } from './server/metrics.js';
import { requestId } from './server/request-id.js';
import { securityHeaders } from './server/security-headers.js';
import { logBrokenAnswers } from './server/streamed.js';

/**
 * The root app. Each answer has a request id, security headers and metrics; each error becomes the failure envelope or
 * a page; a trailing slash makes no difference.
 *
 * @param hot frequent routes that set their own headers
 */
export function httpApp(
  { log, now }: Pick<Context, 'log' | 'now'>,
  metrics: HttpMetrics,
  { hot = new Hono(), failurePage }: { readonly hot?: Hono; readonly failurePage?: FailurePage } = {},
): Hono<{ Variables: RequestIdVariables }> {
  const app = new Hono<{ Variables: RequestIdVariables }>({
    getPath: readPath,
    router: new HotRouter('POST', COLLECT_PATH),
  });
  app.route('/', hot);
  app.use(requestId(), logBrokenAnswers(log), securityHeaders(), metrics.measure, onlyErrors);
  app.notFound((context) => {
    if (readPath(context.req.raw) === UNDECODABLE_PATH) throw invalid('URL: must be percent-encoded correctly');
    throw new AppError('not_found', ['Not found']);
  });
  app.onError(answerFailure(log, now, failurePage));
  return app;
}

/** Replaces a URL that cannot be decoded. No page has this path. */
const UNDECODABLE_PATH = '/api/%';

/** Without a trailing slash. */
const readPath = (request: Request): string => (isDecodable(request.url) ? getPathNoStrict(request) : UNDECODABLE_PATH);

/** Wraps thrown values that are no Error: Hono passes only an Error to its handler, and the connection would break. */
const onlyErrors: MiddlewareHandler = async (_context, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error ? thrown : new Error('A value was thrown that is not an Error', { cause: thrown });
  }
};
