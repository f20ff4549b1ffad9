import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TestService } from '../service/test-service.js';

/** The host of the service. To browsers the loopback address is as good as TLS. */
export const STATS = 'stats.localhost';

/** The service and a few pages of other hosts, on one port of the loopback address. */
export interface FixtureWeb {
  at(host: string, path?: string): string;
  /** From now on the service answers. */
  open(service: TestService): void;
  /** From now on every host beside the service's has this in its pages' heads. */
  embed(html: string): void;
  close(): void;
}

export async function fixtureWeb(): Promise<FixtureWeb> {
  let app: TestService['app'] | undefined;
  let head = '';
  const listener = getRequestListener(async (request, bindings) => {
    if (new URL(request.url).hostname === STATS) {
      return (await app?.fetch(request, bindings)) ?? new Response(null, { status: 503 });
    }
    const html = `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>Hello</body></html>`;
    return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    at: (host, path = '/') => `http://${host}:${port}${path}`,
    open: (service) => {
      app = service.app;
    },
    embed: (html) => {
      head = html;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
