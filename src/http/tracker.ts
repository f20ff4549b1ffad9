import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';

/** Where `npm run build` puts the browser script: the same folder seen from src/http and from dist/http. */
const BUILT = new URL('../../dist/tracker/', import.meta.url);

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const FILES: readonly { readonly name: string; readonly headers: Readonly<Record<string, string>> }[] = [
  { name: 'tracker.min.js', headers: { 'Content-Type': JAVASCRIPT, SourceMap: 'tracker.min.js.map' } },
  { name: 'tracker.min.js.map', headers: { 'Content-Type': 'application/json' } },
  { name: 'tracker.js', headers: { 'Content-Type': JAVASCRIPT } },
];

/** Pages of any origin load it, isolated ones too; a new version is everywhere within the hour. */
const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=3600, must-revalidate',
  Vary: 'Accept-Encoding',
};

type Coding = 'br' | 'gzip' | 'identity';

interface Representation {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

/** A strong tag names bytes, so each coding has its own (RFC 9110, 8.8.3.3). */
function represent(content: Buffer, coding: Coding, body: Buffer, headers: Record<string, string>): Representation {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}-${coding}"`;
  return {
    body: Uint8Array.from(body),
    etag,
    headers: {
      ...SHARED_HEADERS,
      ...headers,
      ETag: etag,
      'Content-Length': String(body.length),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    },
  };
}

function load(directory: URL, name: string): Buffer {
  try {
    return readFileSync(new URL(name, directory));
  } catch (cause) {
    throw new Error('The browser script is not built: run npm run build', { cause });
  }
}

function preferredCoding(acceptEncoding = ''): Coding {
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

/**
 * The browser script with its map and its readable form under `/js/`, compressed once, here.
 * Throws when the script is not built. `directory` ends in a slash.
 */
export function trackerRoutes(directory: URL = BUILT): Hono {
  const routes = new Hono();
  for (const { name, headers } of FILES) {
    const content = load(directory, name);
    const representations: Record<Coding, Representation> = {
      br: represent(content, 'br', brotliCompressSync(content), headers),
      gzip: represent(content, 'gzip', gzipSync(content, { level: 9 }), headers),
      identity: represent(content, 'identity', content, headers),
    };
    routes.get(`/js/${name}`, (c) => {
      const { body, etag, headers } = representations[preferredCoding(c.req.header('Accept-Encoding'))];
      if (!isCurrent(etag, c.req.header('If-None-Match'))) return c.body(body, 200, headers);
      return c.body(null, 304, { ...SHARED_HEADERS, ETag: etag });
    });
  }
  return routes;
}
