import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** That of the engine's own client for a host that is not AWS. */
export const REGION = 'us-east-1';
export const ACCESS_KEY = 'AKIAEXAMPLEEXAMPLE01';
export const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

/** What the storage does with a request. */
export type Mode = 'works' | 'breaks' | 'cuts' | 'cuts after the file' | 'is elsewhere';

/** A stand-in for S3 on loopback: it checks signatures of version 4, and can fail. */
export interface Storage {
  readonly port: number;
  /** The objects by their path, which begins with the bucket. */
  readonly objects: Map<string, Buffer>;
  /** The paths of all PUT requests that were taken, in order. */
  readonly puts: string[];
  mode: Mode;
  close(): Promise<void>;
}

export async function openStorage(): Promise<Storage> {
  const objects = new Map<string, Buffer>();
  const puts: string[] = [];
  const state: { mode: Mode } = { mode: 'works' };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://storage').pathname;
    if (state.mode === 'cuts') return void request.once('data', () => request.socket.destroy());
    const body = await buffer(request);
    if (state.mode === 'breaks') return refuse(response, 503, 'SlowDown');
    if (state.mode === 'is elsewhere') {
      response.setHeader('Location', `http://127.0.0.1:${(server.address() as AddressInfo).port}/other`);
      return refuse(response, 307, 'TemporaryRedirect');
    }
    const error = findError(request, body);
    if (error !== undefined) return refuse(response, 403, error);
    if (!path.startsWith('/bucket/')) return refuse(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      objects.set(path, body);
      puts.push(path);
      if (state.mode === 'cuts after the file') return void request.socket.destroy();
      return void response.end();
    }
    answerObject(request, response, objects.get(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    objects,
    puts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const echo = `<AWSAccessKeyId>${ACCESS_KEY}</AWSAccessKeyId>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No</Message>${echo}</Error>`);
}

function answerObject(request: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void {
  if (object === undefined) return void response.writeHead(404).end();
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const part = from === undefined ? object : object.subarray(Number(from), to ? Number(to) + 1 : undefined);
  const headers = { ETag: '"1"', 'Content-Length': part.length, 'Last-Modified': 'Wed, 01 Apr 2026 00:00:00 GMT' };
  response.writeHead(from === undefined ? 200 : 206, {
    ...headers,
    ...(from !== undefined && {
      'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`,
    }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

/** The error of a request that is not signed rightly, as AWS describes signatures; undefined for one that is. */
function findError({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== ACCESS_KEY) return 'InvalidAccessKeyId';
  const [date = '', region = ''] = scope.split('/');
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const sent = String(headers['x-amz-content-sha256']);
  if (createHash('sha256').update(body).digest('hex') !== sent) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sent,
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const hmac = (secret: string | Buffer, value: string) => createHmac('sha256', secret).update(value).digest();
  const signing = hmac(hmac(hmac(hmac(`AWS4${SECRET_KEY}`, date), region), 's3'), 'aws4_request');
  if (!names.split(';').includes('host')) return 'AccessDenied';
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
