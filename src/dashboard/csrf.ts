import type { MiddlewareHandler } from 'hono';
import { AppError } from '../lib/errors.js';
import { parseUrl } from '../lib/url.js';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses whatever changes something and was not sent by one of our own pages. Cookies are `SameSite=Lax` besides; either
 * would do alone. `baseUrl` is where the service is reached by name; a proxy may have changed `Host`.
 */
export function ownPagesOnly(baseUrl: string): MiddlewareHandler {
  const own = new URL(baseUrl).origin;
  return async (context, next) => {
    if (!SAFE.includes(context.req.method) && !fromOwnPage((name) => context.req.header(name), own)) {
      throw new AppError('forbidden', ['This form was not sent by a page of Footfall']);
    }
    await next();
  };
}

/** Browsers say where a request comes from, and no page can change what they say. Who says nothing is no browser. */
function fromOwnPage(header: (name: string) => string | undefined, own: string): boolean {
  const site = header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = parseUrl(header('Origin') ?? '');
  return origin !== undefined && (origin.origin === own || origin.host === header('Host'));
}
