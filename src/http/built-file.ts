import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context } from 'hono';

export type Headers = Readonly<Record<string, string>>;

type Coding = 'br' | 'gzip' | 'identity';

const compress: Readonly<Record<Coding, (content: Buffer) => Buffer>> = {
  br: (content) => brotliCompressSync(content),
  gzip: (content) => gzipSync(content, { level: 9 }),
  identity: (content) => content,
};

interface Representation {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly etag: string;
}

/**
 * Answers with a file from the build, in a coding that the client accepts. Files are compressed at their first request,
 * so that a start need not wait for all of them. `shared` are the headers of every answer, 304 included; `headers`
 * describe the file.
 */
export function builtFile(content: Buffer, shared: Headers, headers: Headers): (context: Context) => Response {
  const about = { ...shared, Vary: 'Accept-Encoding' };
  const representations = new Map<Coding, Representation>();
  const representation = (coding: Coding): Representation => {
    const known = representations.get(coding);
    if (known !== undefined) return known;
    const made = represent(content, coding, compress[coding](content), { ...about, ...headers });
    representations.set(coding, made);
    return made;
  };
  return (context) => {
    const { body, etag, headers } = representation(preferredCoding(context.req.header('Accept-Encoding')));
    if (!isCurrent(etag, context.req.header('If-None-Match'))) return context.body(body, 200, headers);
    return context.body(null, 304, { ...about, ETag: etag });
  };
}

/** A strong tag names bytes, so each coding has its own (RFC 9110, 8.8.3.3). */
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

export function preferredCoding(acceptEncoding = ''): Coding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.replace(/;.*/, '').trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** `If-None-Match` compares weakly: a proxy may have marked the tag `W/` (RFC 9110, 13.1.2). */
function isCurrent(etag: string, ifNoneMatch = ''): boolean {
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
