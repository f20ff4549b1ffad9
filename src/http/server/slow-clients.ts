import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { COLLECT_PATH } from './collect-path.js';

/** Milliseconds. */
export interface ClientTimeouts {
  /** For the headers of a request, and for the whole of an event. */
  readonly headers: number;
  /** For the whole of any other request, except an import, whose route has its own timeout. */
  readonly body: number;
  /** For reading the next part of a response. */
  readonly reading: number;
  /** How often incomplete requests are checked. */
  readonly check: number;
}

export const CLIENT_TIMEOUTS: ClientTimeouts = { headers: 10_000, body: 30_000, reading: 60_000, check: 1_000 };

const IMPORT_PATH = /^\/api\/v1\/websites\/[^/?]+\/import\/?(\?|$)/;

/** Makes Node check all requests in one sweep, and leave the slow ones to `SlowClients`. */
export const timeoutOptions = ({ headers, check }: ClientTimeouts): ServerOptions => ({
  headersTimeout: headers,
  requestTimeout: headers,
  connectionsCheckingInterval: check,
});

/** Closes the connections of slow clients, without a timer for each request. */
export class SlowClients {
  /** Only the newest request of each connection matters. */
  readonly #newest = new WeakMap<Duplex, ServerResponse>();
  readonly #timeouts: ClientTimeouts;
  readonly #refuse: (socket: Duplex) => void;

  /** @param refuse responds that a request took too long, and closes the connection */
  constructor(timeouts: ClientTimeouts, refuse: (socket: Duplex) => void) {
    this.#timeouts = timeouts;
    this.#refuse = refuse;
  }

  /** Must be called for each request once its headers have arrived. */
  onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#newest.set(incoming.socket, outgoing);
  }

  /** Must be called when Node's own check finds an incomplete request, once for each request. */
  onSlowRequest(socket: Duplex): void {
    const newest = this.#newest.get(socket);
    if (newest !== undefined && !newest.req.complete) this.#onSlowBody(socket, newest, this.#timeouts.headers);
    // The headers are slow. An earlier response on the connection must not be mistaken for the one of this request.
    else if (newest !== undefined && !newest.writableFinished) socket.destroy();
    else this.#refuse(socket);
  }

  #onSlowBody(socket: Duplex, answer: ServerResponse, elapsedMs: number): void {
    if (answer.req.complete || socket.destroyed) return;
    const { headers } = this.#timeouts;
    if (answer.headersSent) socket.destroy();
    else if (elapsedMs >= this.#maxMs(answer.req)) this.#refuse(socket);
    else setTimeout(() => this.#onSlowBody(socket, answer, elapsedMs + headers), headers).unref();
  }

  #maxMs({ method, url = '' }: IncomingMessage): number {
    if (method !== 'POST') return this.#timeouts.body;
    if (url === COLLECT_PATH) return this.#timeouts.headers;
    return IMPORT_PATH.test(url) ? Number.POSITIVE_INFINITY : this.#timeouts.body;
  }

  /** Closes idle connections of a server, and those whose client has stopped reading its answer. */
  watchReading(server: Server): void {
    server.timeout = this.#timeouts.reading;
    server.on('timeout', (socket) => {
      const newest = this.#newest.get(socket);
      const isBeingAnswered = newest !== undefined && !newest.writableFinished;
      // Nothing can be read while a response is being produced: a query or an import may take longer.
      if (!isBeingAnswered || newest.writableLength > 0) socket.destroy();
    });
  }
}
