import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { failure } from './envelope.js';
import { describeError } from './error-description.js';

export interface HttpServerParts extends Pick<ServerOptions, 'requestTimeout'> {
  readonly fetch: Parameters<typeof getRequestListener>[0];
  /** Stands in for a `Host` that HTTP/1.0 may leave out. */
  readonly hostname: string;
  readonly log: Pick<Logger, 'error'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A server for an app. What is no request that the app could answer is refused with the envelope and a request id too. */
export function httpServer({ fetch, hostname, log, now, requestTimeout }: HttpServerParts): Server {
  const refusal = (status: number, error: string) => {
    const body = JSON.stringify(failure([error], status, now()));
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': randomUUID(),
    };
    return { status, headers, body };
  };
  const refuse = (outgoing: ServerResponse, status: number, error: string) => {
    const { headers, body } = refusal(status, error);
    outgoing.writeHead(status, headers).end(body);
  };
  const errorHandler = (error: unknown): Response => {
    const isRefused = error instanceof RequestError;
    const { body, ...init } = isRefused ? refusal(400, INVALID_URL) : refusal(500, 'Internal server error');
    if (!isRefused)
      log.error({ requestId: init.headers['X-Request-Id'], error: describeError(error) }, 'request failed');
    return new Response(body, init);
  };
  const answer = getRequestListener(fetch, { hostname, errorHandler });

  const server = createServer({ requestTimeout, requireHostHeader: false }, (incoming, outgoing) => {
    if (lacksHost(incoming)) refuse(outgoing, 400, 'Host is required');
    else void answer(incoming, outgoing);
  });
  // Node remembers an address that was asked for, also when the connection is gone before its request is answered.
  server.on('connection', (socket) => void socket.remoteAddress);
  server.on('checkExpectation', (_incoming, outgoing) => refuse(outgoing, 417, 'Expect must be 100-continue'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || isAnswering(socket)) return socket.destroy();
    const { status, headers, body } = refusal(...(REFUSALS[error.code ?? ''] ?? [400, 'Request is not valid HTTP']));
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  });
  return server;
}

const INVALID_URL = 'Request line or Host is not valid: escape what is not ASCII';

/** By Node's code. See https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  HPE_INVALID_URL: [400, INVALID_URL],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request body has too long chunk extensions'],
  HPE_HEADER_OVERFLOW: [431, 'Request line and headers are larger than 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long to come in'],
};

/** Node would refuse it by itself, without the envelope. See RFC 9112, section 3.2. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** Whether part of an answer is sent, into which nothing else may come. Node keeps it there, and asks the same. */
const isAnswering = (socket: Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent === true;
