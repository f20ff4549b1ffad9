import type { HonoRequest } from 'hono';

/** Whether shared figures are asked for in a frame of another site, in which failures must show too. */
export const isEmbedded = (request: HonoRequest): boolean =>
  request.path.startsWith('/share/') && request.query('embed') === '1';
