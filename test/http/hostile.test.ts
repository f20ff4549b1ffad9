import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { jsonBody, OWN_ID, sampleApp, withKey } from './sample-app.js';

const { app, logged } = sampleApp();

/** Garbage is never the server's fault, and is always answered in the envelope. */
async function expectOrdinary(path: string, init: RequestInit): Promise<void> {
  const response = await app.request(path, init);
  expect(response.status).toBeLessThan(500);
  if (!response.ok && init.method !== 'HEAD') failureSchema.parse(await response.json());
}

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS');
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '\0',
    '%',
    '%zz',
    '%00',
    '%ff',
    '..',
    '//',
    '?',
    '#',
    "'",
    '"',
    '{}',
    '[]',
    '\\',
    '😀',
    '\u2028',
    '__proto__',
  ),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code).toWellFormed()),
);

describe('no answer to garbage is a 500:', () => {
  it('paths', async () => {
    const prefix = fc.constantFrom('/api/v1/', '/api/v1/websites/', `/api/v1/websites/${OWN_ID}/`, '/api/', '/');
    const name = fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join(''));
    const path = fc
      .tuple(prefix, name, fc.boolean())
      .map(([start, end, encoded]) => start + (encoded ? encodeURI(end) : end));
    await fc.assert(fc.asyncProperty(method, path, (verb, at) => expectOrdinary(at, withKey({ method: verb }))));
  });

  it('query strings', async () => {
    const name = fc.constantFrom('from', 'to', 'limit', 'page', 'page[]', 'page.x', '__proto__', '');
    const pair = fc.tuple(name, nasty).map(([key, value]) => `${key}=${value}`);
    const search = fc.array(pair, { maxLength: 8 }).map((pairs) => pairs.join('&'));
    await fc.assert(
      fc.asyncProperty(search, (text) => expectOrdinary(`/api/v1/websites/${OWN_ID}/stats/pages?${text}`, withKey())),
    );
  });

  it('bodies of JSON', async () => {
    const field = fc.constantFrom('name', 'timezone', 'tags', 'settings', '__proto__', 'constructor', 'toString', '');
    const body = fc.oneof(fc.dictionary(field, fc.jsonValue()), fc.jsonValue());
    await fc.assert(fc.asyncProperty(body, (value) => expectOrdinary('/api/v1/websites', jsonBody('POST', value))));
  });

  it('bodies of bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        expectOrdinary('/api/v1/websites', { ...jsonBody('POST', ''), body: new Uint8Array(bytes) }),
      ),
    );
  });

  it('headers', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'aZ0 ,;:="\\/[]{}%\t\u00e9') });
    const name = fc.constantFrom(
      'X-API-Key',
      'Authorization',
      'Content-Type',
      'X-Request-Id',
      'Forwarded',
      'X-Forwarded-For',
    );
    await fc.assert(
      fc.asyncProperty(method, fc.dictionary(name, value), (verb, headers) =>
        expectOrdinary('/api/v1/websites', withKey({ method: verb, headers })),
      ),
    );
  });

  it('and nothing of it was logged as an error', () => {
    expect(logged).toStrictEqual([]);
  });
});
