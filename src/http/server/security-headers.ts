import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Sets the security headers of every answer. The content policy forbids everything by default; headers set by a handler
 * are kept.
 */
export function securityHeaders(): MiddlewareHandler {
  const set = secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    // Browsers of today ignore them.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // The tracker and the collector are for pages of other origins.
    crossOriginResourcePolicy: false,
    // Only the proxy that terminates TLS knows whether the host and its subdomains are served only over TLS.
    strictTransportSecurity: false,
  });
  return async (context, next) => {
    await set(context, next);
    const { headers } = context.res;
    // `X-Frame-Options` has no value for "all sites", and a page that may be framed says so in its policy.
    if (headers.get('Content-Security-Policy')?.includes('frame-ancestors *')) headers.delete('X-Frame-Options');
  };
}
