import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The baseline: a route that parses the same JSON, stores nothing, and responds with 202. */
const app = new Hono();
app.post('/api/event', async (context) => {
  JSON.parse(await context.req.text());
  return context.body(null, 202);
});

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
