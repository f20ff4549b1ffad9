import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { builtFile } from './server/built-file.js';

/** The output folder of `npm run build` for the browser script, which is the same from src/http and from dist/http. */
const BUILT = new URL('../../dist/tracker/', import.meta.url);

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The second one has options, for a third more bytes. */
const SCRIPTS = ['tracker', 'tracker.full'];

const FILES: readonly { readonly name: string; readonly headers: Readonly<Record<string, string>> }[] = SCRIPTS.flatMap(
  (script) => [
    { name: `${script}.min.js`, headers: { 'Content-Type': JAVASCRIPT, SourceMap: `${script}.min.js.map` } },
    { name: `${script}.min.js.map`, headers: { 'Content-Type': 'application/json' } },
    { name: `${script}.js`, headers: { 'Content-Type': JAVASCRIPT } },
  ],
);

/** Pages of any origin can load the script, including isolated ones. A new version reaches all pages within an hour. */
const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=3600, must-revalidate',
};

function load(directory: URL, name: string): Buffer {
  try {
    return readFileSync(new URL(name, directory));
  } catch (cause) {
    throw new Error('The browser script is not built: run npm run build', { cause });
  }
}

/**
 * Serves the browser scripts with their source maps and readable forms under `/js/`, compressed once, here. Throws when
 * they are not built. `directory` ends in a slash.
 */
export function trackerRoutes(directory: URL = BUILT): Hono {
  const routes = new Hono();
  for (const { name, headers } of FILES) {
    routes.get(`/js/${name}`, builtFile(load(directory, name), SHARED_HEADERS, headers));
  }
  return routes;
}
