import { secureHeaders } from 'hono/secure-headers';

/**
 * Headers for everything Footfall serves. The content policy forbids everything: a page that shows something sets its
 * own, and a header that a handler has set is kept.
 */
export const securityHeaders = () =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    // The tracker and the collector are for pages of other origins.
    crossOriginResourcePolicy: false,
    // Only the proxy that ends TLS knows whether the host, and its sub-domains, are served over TLS alone.
    strictTransportSecurity: false,
  });
