import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Headers for everything Footfall serves. The content policy forbids everything: a page that shows something sets its
 * own, and a header that a handler has set is kept.
 */
export function securityHeaders(): MiddlewareHandler {
  const set = secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    // The tracker and the collector are for pages of other origins.
    crossOriginResourcePolicy: false,
    // Only the proxy that ends TLS knows whether the host, and its sub-domains, are served over TLS alone.
    strictTransportSecurity: false,
  });
  return async (context, next) => {
    await set(context, next);
    const { headers } = context.res;
    // It has no word for "everyone", and a page that may stand in frames says so in its policy.
    if (headers.get('Content-Security-Policy')?.includes('frame-ancestors *')) headers.delete('X-Frame-Options');
  };
}
