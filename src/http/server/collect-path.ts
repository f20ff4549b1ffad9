import { cors } from 'hono/cors';

export const COLLECT_PATH = '/api/event';

/** Any page may send events. Browsers cache the preflight for a day. */
export const collectCors = cors({ origin: '*', allowMethods: ['POST'], maxAge: 86_400 });
