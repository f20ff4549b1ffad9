import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Hono } from 'hono';
import { builtFile } from '../http/server/built-file.js';

/** The output folder of `npm run build` for these files, which is the same from src/dashboard and from dist/dashboard. */
const BUILT = new URL('../../dist/dashboard/assets/', import.meta.url);

/** The path contains a hash of the content, so that the content of a path never changes. */
const SHARED_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

interface Asset {
  readonly url: string;
  readonly content: Buffer;
}

let loaded: ReadonlyMap<string, Asset> | undefined;

/** `name` is, for example, `flags/FR.svg`. Throws when no file has that name. */
export function assetUrl(name: string): string {
  const asset = assets().get(name);
  if (asset === undefined) throw new Error(`The build makes no ${name}`);
  return asset.url;
}

/** Served under `/assets/`, cached by browsers permanently. Throws when they are not built. */
export function assetRoutes(): Hono {
  const routes = new Hono();
  for (const [name, { url, content }] of assets()) {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    routes.get(url, builtFile(content, SHARED_HEADERS, { 'Content-Type': type }));
  }
  return routes;
}

function assets(): ReadonlyMap<string, Asset> {
  loaded ??= new Map(names().map((name) => [name, load(name)]));
  return loaded;
}

/** Relative to the folder. What has no extension is a folder. */
function names(): readonly string[] {
  try {
    return readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== '');
  } catch (cause) {
    throw new Error('The dashboard is not built: run npm run build', { cause });
  }
}

function load(name: string): Asset {
  const content = readFileSync(new URL(name, BUILT));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  return { url: `/assets/${hash}/${name}`, content };
}
