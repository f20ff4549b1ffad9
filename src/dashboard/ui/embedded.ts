import type { HonoRequest } from 'hono';

/** Another site frames the shared figures, so errors must be visible there too. */
export const isEmbedded = (request: HonoRequest): boolean =>
  request.path.startsWith('/share/') && request.query('embed') === '1';
