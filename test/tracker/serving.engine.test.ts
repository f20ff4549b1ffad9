import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { trackerRoutes } from '../../src/http/tracker.js';
import { build } from '../cli/built.js';
import { TRACKER } from './built.js';

const built = (name: string): string => readFileSync(new URL(name, TRACKER), 'utf8');

let routes: ReturnType<typeof trackerRoutes>;

beforeAll(async () => {
  await build();
  routes = trackerRoutes();
});

async function fetchScript(headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await routes.request('/js/tracker.min.js', { headers, ...init });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate, br;q=0.8', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, GZIP', 'gzip', gunzipSync],
] as const)('Accept-Encoding: %s is answered in %s', async (accept, coding, decode) => {
  const { response, body } = await fetchScript({ 'Accept-Encoding': accept });
  expect(response.headers.get('Content-Encoding')).toBe(coding);
  expect(response.headers.get('Content-Length')).toBe(String(body.length));
  expect(decode(body).toString()).toBe(built('tracker.min.js'));
});

test('a client that takes no coding gets the plain script', async () => {
  for (const headers of [{}, { 'Accept-Encoding': 'br;q=0, gzip;q=0.0' }]) {
    const { response, body } = await fetchScript(headers);
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(body.toString()).toBe(built('tracker.min.js'));
  }
});

test('the script may be loaded from any origin and kept for an hour', async () => {
  const { response } = await fetchScript();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600, must-revalidate',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    sourcemap: 'tracker.min.js.map',
    vary: 'Accept-Encoding',
  });
});

test('a known tag is answered with 304, a tag of another coding or version is not', async () => {
  const { response: first } = await fetchScript({ 'Accept-Encoding': 'br' });
  const etag = first.headers.get('ETag') ?? '';
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const { response, body } = await fetchScript({ 'Accept-Encoding': 'br', 'If-None-Match': known });
    expect(response.status).toBe(304);
    expect(body.length).toBe(0);
    expect(response.headers.get('ETag')).toBe(etag);
    expect(response.headers.get('Cache-Control')).toContain('max-age=3600');
  }
  expect((await fetchScript({ 'If-None-Match': etag })).response.status).toBe(200);
  expect((await fetchScript({ 'If-None-Match': '"other"' })).response.status).toBe(200);
});

test('HEAD has the headers of GET and no body', async () => {
  const { response: get } = await fetchScript({ 'Accept-Encoding': 'gzip' });
  const { response: head, body } = await fetchScript({ 'Accept-Encoding': 'gzip' }, { method: 'HEAD' });
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(body.length).toBe(0);
});

test('the readable script and the map lie beside it', async () => {
  const script = await routes.request('/js/tracker.js');
  expect(await script.text()).toBe(built('tracker.js'));
  const map = await routes.request('/js/tracker.min.js.map');
  expect(map.headers.get('Content-Type')).toBe('application/json');
  expect(((await map.json()) as { sources: string[] }).sources).toContainEqual(expect.stringContaining('track.ts'));
});

test('a script that was never built is a plain error at start', () => {
  expect(() => trackerRoutes(new URL('file:///nowhere/'))).toThrow('npm run build');
});

test.each([
  ['tracker.min.js', 1_550],
  ['tracker.full.min.js', 2_048],
])('%s is at most %i bytes on the wire', (name, maxBytes) => {
  expect(gzipSync(built(name), { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
});

test('the script with options is served beside the other one, which has none of them', async () => {
  const full = await routes.request('/js/tracker.full.min.js');
  expect(full.headers.get('SourceMap')).toBe('tracker.full.min.js.map');
  expect(await full.text()).toBe(built('tracker.full.min.js'));
  for (const text of ['File Download', 'Form: Submission', 'scroll']) {
    expect([built('tracker.full.min.js').includes(text), built('tracker.min.js').includes(text)]).toEqual([
      true,
      false,
    ]);
  }
});
