import type { HonoRequest } from 'hono';

/** Returns whether shared figures are shown in a frame of another site, in which errors must be visible too. */
export const isEmbedded = (request: HonoRequest): boolean =>
  request.path.startsWith('/share/') && request.query('embed') === '1';
