import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import { parseUrl } from '../../lib/url.js';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every change that was not sent by one of our own pages. Cookies are also `SameSite=Lax`; either protection
 * alone would be enough. `baseUrl` is the public origin; a proxy may have changed `Host`.
 */
export function ownPagesOnly(baseUrl: string): MiddlewareHandler {
  const own = new URL(baseUrl).origin;
  return async (context, next) => {
    if (!SAFE.includes(context.req.method) && !fromOwnPage((name) => context.req.header(name), own)) {
      throw new AppError('forbidden', [t('This form was not sent from Footfall. If you use a proxy, check BASE_URL')]);
    }
    await next();
  };
}

/**
 * Browsers state the origin of a request, and pages cannot change it. A request without an origin is not from a
 * browser.
 */
function fromOwnPage(header: (name: string) => string | undefined, own: string): boolean {
  const site = header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = parseUrl(header('Origin') ?? '');
  return origin !== undefined && (origin.origin === own || origin.host === header('Host'));
}
