import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { type Coding, chooseCoding } from './compression.js';
import { readHeader } from './incoming.js';

export type Headers = Readonly<Record<string, string>>;

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

const compress: Readonly<Record<Coding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => compressWithBrotli(content),
  gzip: (content) => compressWithGzip(content, { level: 9 }),
  identity: async (content) => content,
};

/** For files that change with the version: a client keeps them, but revalidates each time. */
export const UNCHANGED_WHILE_RUNNING = { 'Cache-Control': 'no-cache' };

interface Representation {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly etag: string;
}

/**
 * Answers with a file from the build, in a coding that the client accepts. Files are compressed once, at their first
 * request and on another thread. `shared` are the headers of every answer, 304 included; `headers` describe the file.
 */
export function builtFile(content: Buffer, shared: Headers, headers: Headers): (context: Context) => Promise<Response> {
  const about = { ...shared, Vary: 'Accept-Encoding' };
  const representations = new Map<Coding, Promise<Representation>>();
  const representation = (coding: Coding): Promise<Representation> => {
    const known = representations.get(coding);
    if (known !== undefined) return known;
    const made = compress[coding](content).then((body) => represent(content, coding, body, { ...about, ...headers }));
    representations.set(coding, made);
    return made;
  };
  return async (context) => {
    const { body, etag, headers } = await representation(chooseCoding(context));
    if (!isCurrent(etag, context)) return context.body(body, 200, headers);
    return context.body(null, 304, { ...about, ETag: etag });
  };
}

/** A strong ETag identifies bytes, so each coding has its own (RFC 9110, 8.8.3.3). */
function represent(content: Buffer, coding: Coding, body: Buffer, headers: Headers): Representation {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}-${coding}"`;
  return {
    body: Uint8Array.from(body),
    etag,
    headers: {
      ...headers,
      ETag: etag,
      'Content-Length': String(body.length),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    },
  };
}

/** Compares weak and strong ETags alike (RFC 9110, 13.1.2). */
export function isCurrent(etag: string, context: Context): boolean {
  const known = (readHeader(context, 'if-none-match') ?? '').split(',').map((tag) => tag.trim());
  const withoutWeak = (tag: string) => tag.replace(/^W\//, '');
  return known.includes('*') || known.map(withoutWeak).includes(withoutWeak(etag));
}
