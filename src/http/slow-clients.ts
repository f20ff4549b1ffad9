import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { COLLECT_PATH } from './collect.js';

/** How long clients may take, in milliseconds. */
export interface ClientTimeouts {
  /** For the headers of a request, and for the whole of an event. */
  readonly headers: number;
  /** For the whole of any other request but an import, whose route has a timeout of its own. */
  readonly body: number;
  /** For reading the next part of an answer. */
  readonly reading: number;
  /** How often requests that are coming in are looked at. */
  readonly check: number;
}

export const CLIENT_TIMEOUTS: ClientTimeouts = { headers: 10_000, body: 30_000, reading: 60_000, check: 1_000 };

const IMPORT_PATH = /^\/api\/v1\/websites\/[^/?]+\/import\/?(\?|$)/;

/** Returns the options of a server that looks after slow requests itself, in one sweep over all of them. */
export const timeoutOptions = ({ headers, check }: ClientTimeouts): ServerOptions => ({
  headersTimeout: headers,
  requestTimeout: headers,
  connectionsCheckingInterval: check,
});

/** Ends what slow clients hold, without a timer for each request. */
export class SlowClients {
  /** The newest request of each connection. */
  readonly #newest = new WeakMap<Duplex, ServerResponse>();
  readonly #timeouts: ClientTimeouts;
  readonly #refuse: (socket: Duplex) => void;

  /** @param refuse answers that a request took too long, and closes the connection */
  constructor(timeouts: ClientTimeouts, refuse: (socket: Duplex) => void) {
    this.#timeouts = timeouts;
    this.#refuse = refuse;
  }

  /** To be told of each request whose headers are there. */
  onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#newest.set(incoming.socket, outgoing);
  }

  /** To be called when Node's own sweep finds a request that is not there as a whole: it finds each only once. */
  onSlowRequest(socket: Duplex): void {
    const newest = this.#newest.get(socket);
    if (newest !== undefined && !newest.req.complete) this.#onSlowBody(socket, newest, this.#timeouts.headers);
    // Its headers are slow. An answer before it must not be taken for its own.
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

  /** Makes a server close connections that are idle, and those whose client has stopped reading its answer. */
  watchReading(server: Server): void {
    server.timeout = this.#timeouts.reading;
    server.on('timeout', (socket) => {
      const newest = this.#newest.get(socket);
      const isBeingAnswered = newest !== undefined && !newest.writableFinished;
      // An answer that is still being made has nothing to be read: a query or an import may take longer.
      if (!isBeingAnswered || newest.writableLength > 0) socket.destroy();
    });
  }
}
