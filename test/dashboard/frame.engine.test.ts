import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accountPages } from '../../src/dashboard/ui/page.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { leadsTo, person } from './person.js';
import { type SignedIn, signedIn } from './signed-in.js';

let service: TestService;
let someone: SignedIn;

beforeAll(async () => {
  service = await sharedService();
  someone = await signedIn(service);
});
afterAll(() => service?.close());

const PAGES = ['/login', '/forgot-password', ...accountPages.map(({ path }) => path), '/websites'];

/** A signed-in user is redirected from the sign-in pages. */
const readerOf = (path: string) => (path === '/login' ? person(service) : someone);

describe.each(PAGES)('%s', (path) => {
  test('runs, shows and sends nothing that is not our own, and is never stored', async () => {
    const { headers } = await readerOf(path).get(path);
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Request-Id')).toBeTruthy();
  });

  test('has nothing inline and names no other origin', async () => {
    const page = await (await readerOf(path).get(path)).text();
    expect(page).toMatch(/^<!doctype html><html lang="en"/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/assets\/)/);
    const elsewhere = [...page.matchAll(/(?:src|href|action)="(https?:[^"]*|\/\/[^"]*)"/g)].map(([, url]) => url);
    expect(elsewhere).toEqual(['https://db-ip.com']);
  });
});

describe('a form', () => {
  const send = (headers: Record<string, string>) =>
    service.app.request('/forgot-password', {
      method: 'POST',
      headers: { Host: 'footfall.example', ...headers },
      body: new URLSearchParams({ email: 'x@example.com' }),
    });

  test.each([
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://footfall.example' },
    { Host: 'localhost:3000', Origin: 'http://localhost:3000' },
  ])('of our own is taken: %j', async (headers) => {
    expect((await send(headers)).status).toBe(200);
  });

  test.each([
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://footfall.example' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'null' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://footfall.example.evil.example' },
    { Origin: 'http://footfall.example:81' },
  ])('from elsewhere is refused: %j', async (headers) => {
    const answer = await send(headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('This form was not sent from Footfall');
  });

  test('that is too large is refused', async () => {
    const answer = await someone.post('/settings/profile', { firstName: 'x'.repeat(300_000), lastName: '' });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('larger than 256 KiB. An icon can be up to 16 KiB, a picture up to 64 KiB');
  });

  test('of the interface and of the collector needs no page of ours', async () => {
    const api = await service.app.request('/api/v1/websites', { method: 'POST' });
    expect(api.status).toBe(401);
    expect((await service.app.request('/api/event', { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await service.app.request('/api/nothing', { method: 'POST' })).status).toBe(404);
  });
});

describe('what is not there', () => {
  test.each(['/nothing', '/settings/nothing', '/websites/x/y/z', '/%00', '/%', '/api-key', '/share'])(
    'is a page: %s',
    async (path) => {
      const answer = await someone.get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      const page = await answer.text();
      expect(page).toContain('Page not found');
      expect(page).toContain('This page doesn’t exist. Check the address, or go back to your websites.');
      expect(page).toContain('href="/settings/profile"');
    },
  );

  test('shows no menu to who is not signed in', async () => {
    const page = await (await person(service).get('/nothing')).text();
    expect(page).toContain('This page doesn’t exist. Check the address.<');
    expect(page).not.toContain('/settings/');
  });

  test.each(['/api', '/api/nothing', '/api/v2/account', '/js/nothing.js', '/assets/x/base.js', '/health/nothing'])(
    'is an envelope for programs: %s',
    async (path) => {
      const answer = await someone.get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, meta: { status: 404, errors: ['Not found'] } });
    },
  );
});

describe('the files of pages', () => {
  test('are named by their content, and kept for good', async () => {
    const page = await (await person(service).get('/login')).text();
    const urls = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url!);
    expect(urls.map((url) => url.split('/').at(-1)).toSorted()).toEqual(['base.js', 'dashboard.css', 'icon.svg']);
    for (const url of urls) {
      const { status, headers } = await service.app.request(url, { headers: { 'Accept-Encoding': 'br' } });
      expect(status).toBe(200);
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('Content-Encoding')).toBe('br');
      expect(headers.get('Content-Type')).toMatch(/^(text\/css|text\/javascript|image\/svg)/);
    }
  });

  test('are light: all browser code but the SQL editor under 20 KB, a page with everything under 60 KB', async () => {
    const size = async (path: string) => {
      const answer = await service.app.request(path, {
        headers: { 'Accept-Encoding': 'gzip', Cookie: someone.cookie },
      });
      return (await answer.arrayBuffer()).byteLength;
    };
    const page = await (await someone.get('/settings/security')).text();
    const urls = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url!);
    const built = new URL('../../dist/dashboard/assets/', import.meta.url);
    const scripts = readdirSync(built).filter((name) => name.endsWith('.js'));
    expect(scripts.toSorted()).toEqual([
      'base.js',
      'chart-image.js',
      'embedded.js',
      'figures.js',
      'realtime.js',
      'sql.js',
      'texts-de.js',
      'texts-es.js',
      'texts-fr.js',
      'texts-ja.js',
      'websites.js',
    ]);
    const code = (name: string) => gzipSync(readFileSync(new URL(name, built))).length;
    const texts = scripts.filter((name) => name.startsWith('texts-'));
    const shared = scripts.filter((name) => name !== 'sql.js' && !texts.includes(name));
    expect(shared.map(code).reduce((sum, bytes) => sum + bytes)).toBeLessThan(20_000);
    expect(code('sql.js')).toBeLessThan(150_000);
    for (const name of texts) expect(code(name), name).toBeLessThan(5_000);
    expect(page).not.toContain('sql.js');
    const sizes = await Promise.all([...urls, '/settings/security'].map(size));
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThan(60_000);
  });
});

test('pages are compressed for who takes it', async () => {
  const answer = await someone.get('/settings/security', { 'Accept-Encoding': 'gzip' });
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  expect(text).toContain('Two-factor authentication');
});

test('light or dark is chosen for a browser, and leads back to the page', async () => {
  const reader = person(service);
  expect(await (await reader.get('/login')).text()).not.toContain('data-mode');
  expect(leadsTo(await reader.post('/mode', { mode: 'dark' }))).toBe('/');
  expect(await (await reader.get('/login')).text()).toContain('<html data-mode="dark" lang="en"');
  await reader.post('/mode', { mode: '"><script>' });
  expect(await (await reader.get('/login')).text()).not.toContain('data-mode');
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'multipart/form-data; boundary=x' };
  const torn = await service.app.request('/mode', { method: 'POST', headers, body: '--x\r\nContent-Dispo' });
  expect(torn.status).toBe(400);
  const back = await someone.post('/mode', { mode: 'light' }, { Referer: 'https://footfall.example/login?next=%2Fx' });
  expect(back.headers.get('Location')).toBe('/login?next=%2Fx');
  const elsewhere = await someone.post('/mode', { mode: 'light' }, { Referer: 'https://evil.example//evil.example' });
  expect(elsewhere.headers.get('Location')).toBe('/');
});

test('what breaks is a page with the request that the log knows, and an envelope for programs', async () => {
  const { db } = service.engines.postgres;
  for (const name of ['logins', 'keys']) {
    await db.execute(sql.raw(`alter table ${name} rename to away_${name}`));
    onTestFinished(async () => {
      await db.execute(sql.raw(`alter table away_${name} rename to ${name}`));
    });
  }
  const answer = await someone.get('/settings/profile');
  expect(answer.status).toBe(500);
  const page = await answer.text();
  expect(page).toContain('Something went wrong');
  expect(page).toContain(answer.headers.get('X-Request-Id'));
  expect(page).not.toMatch(/logins|select|relation/);
  const api = await service.app.request('/api/v1/account', { headers: { 'X-API-Key': 'x' } });
  expect(await api.json()).toMatchObject({ meta: { status: 500, errors: ['Internal server error'] } });
});
