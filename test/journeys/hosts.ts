import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TestService } from '../service/test-service.js';
import { COLLECTOR, fixturePage } from './sites.js';
import type { Site } from './timeline.js';

/** Every host of a small web on one port of the loopback address, the service among them. */
export interface Hosts {
  /** The methods of the requests that the collector has answered. */
  readonly requests: readonly string[];
  /** An address on one of the hosts. */
  at(host: string, path: string): string;
  /** From now on the service is there, and the pages have the script elements of their websites. */
  open(service: TestService, embeds: Readonly<Record<Site, string>>): void;
  close(): void;
}

export async function serveHosts(): Promise<Hosts> {
  const requests: string[] = [];
  let open: Parameters<Hosts['open']> | undefined;

  const listener = getRequestListener(async (request, bindings) => {
    if (open === undefined) return new Response(null, { status: 503 });
    const [service, embeds] = open;
    const { hostname: host, pathname: path } = new URL(request.url);
    if (host !== COLLECTOR) {
      const { html, headers } = fixturePage({ host, path, embeds, at });
      return new Response(html, { headers });
    }
    const response = await service.app.fetch(request, bindings);
    if (path === '/api/event') requests.push(request.method);
    return response;
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (host: string, path: string): string => `http://${host}:${port}${path}`;

  return {
    requests,
    at,
    open: (...parts) => {
      open = parts;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
