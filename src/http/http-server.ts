import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { describeError } from '../lib/error-description.js';
import { failure } from './api/envelope.js';
import { type ConnectionLimits, limitConnections } from './server/connection-limits.js';
import { CLIENT_TIMEOUTS, type ClientTimeouts, SlowClients, timeoutOptions } from './server/slow-clients.js';
import { sparseLog } from './server/sparse-log.js';

export interface HttpServerDeps {
  readonly fetch: Parameters<typeof getRequestListener>[0];
  /** Used when an HTTP/1.0 request has no `Host`. */
  readonly hostname: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Without limits, any number of connections is accepted. */
  readonly limits?: ConnectionLimits;
  readonly timeouts?: ClientTimeouts;
  readonly now: () => number;
}

/**
 * Creates a server for an app. Refusals before the app also have the envelope and a request id. Neither slow clients
 * nor many connections keep other clients out.
 */
export function httpServer(deps: HttpServerDeps): Server {
  const { fetch, hostname, log, now, limits, timeouts = CLIENT_TIMEOUTS } = deps;
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

  const refuseSocket = (socket: Duplex, status: number, error: string, more: Record<string, string> = {}) => {
    const { headers, body } = refusal(status, error);
    const lines = Object.entries({ ...headers, ...more, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  };
  const slow = new SlowClients(timeouts, (socket) => refuseSocket(socket, 408, 'Request took too long to come in'));

  const server = createServer({ ...timeoutOptions(timeouts), requireHostHeader: false }, (incoming, outgoing) => {
    slow.onRequest(incoming, outgoing);
    const headerError = findHeaderError(incoming);
    if (headerError !== undefined) refuse(outgoing, ...headerError);
    else void answer(incoming, outgoing);
  });
  server.maxHeadersCount = MAX_HEADERS + 1;
  slow.watchReading(server);
  const logSparsely = sparseLog((details, message) => log.warn(details, message));
  if (limits !== undefined) limitConnections(server, limits, logSparsely);
  server.on('error', (error) => {
    if (server.listening) logSparsely('connections could not be accepted', { error: describeError(error) });
  });
  // Node caches an address once it was read, even when the connection is gone before its request is answered.
  server.on('connection', (socket) => void socket.remoteAddress);
  server.on('checkExpectation', (_incoming, outgoing) => refuse(outgoing, 417, 'Expect must be 100-continue'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || isAnswering(socket)) return socket.destroy();
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return slow.onSlowRequest(socket);
    if (isUnknownMethod(error)) return refuseSocket(socket, 405, 'Method not allowed', { Allow: METHODS });
    refuseSocket(socket, ...(REFUSALS[error.code ?? ''] ?? ([400, 'Request is not valid HTTP'] as const)));
  });
  return server;
}

/**
 * The same limit as in Apache and HAProxy. Node ignores headers beyond `maxHeadersCount` without an error. A proxy may
 * have appended its `X-Forwarded-For` there, so Node keeps one header more than this, which shows that the request must
 * be refused.
 */
const MAX_HEADERS = 100;

const INVALID_URL = 'Request line or Host is not valid: escape what is not ASCII';

/** Refusals by Node's error code. See https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  HPE_INVALID_URL: [400, INVALID_URL],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request body has too long chunk extensions'],
  HPE_HEADER_OVERFLOW: [431, 'Request line and headers are larger than 16 KiB'],
};

/** The methods of all routes: Node's parser fails before it reads the path. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Valid HTTP except for a method that Node does not know. */
const isUnknownMethod = ({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): boolean =>
  code === 'HPE_INVALID_METHOD' && /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(rawPacket?.toString('latin1') ?? '');

/** Node refuses a missing `Host` without the envelope, and accepts a repeated one. See RFC 9112, section 3.2. */
function findHeaderError({ httpVersion, rawHeaders }: IncomingMessage): [status: number, error: string] | undefined {
  // Names and values alternate.
  if (rawHeaders.length > 2 * MAX_HEADERS) return [431, `Request has more than ${MAX_HEADERS} headers`];
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return [400, 'Host may be given only once'];
  return hosts === 0 && httpVersion === '1.1' ? [400, 'Host is required'] : undefined;
}

/** Once a part of the response is sent, nothing else may be written. Node reads the same property. */
const isAnswering = (socket: Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent === true;
