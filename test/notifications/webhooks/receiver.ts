import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver of webhooks has got. */
export interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on loopback. */
export interface Receiver {
  readonly port: number;
  readonly received: readonly Posted[];
  /** The status that it answers with. */
  status: number;
  close(): Promise<void>;
}

export async function webhookReceiver(): Promise<Receiver> {
  const received: Posted[] = [];
  const state = { status: 204 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (state.status < 300) received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(state.status, { Location: '/elsewhere' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
