import { describe, expect, it } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { apiRate, memoryRateLimiter } from '../../src/http/server/rate-limiter.js';
import { checkRows } from '../rows.js';
import { FOREIGN_ID, jsonBody, KEY, NOW, OWN_ID, sampleApp, withKey } from './sample-app.js';

const { app } = sampleApp();

async function failureAt(path: string, init?: RequestInit, on = app) {
  const response = await on.request(`/api/v1${path}`, init);
  const { meta } = failureSchema.parse(await response.json());
  expect(meta.status).toBe(response.status);
  expect(meta.timestamp).toBe(new Date(NOW).toISOString());
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]+$/);
  return { status: response.status, errors: meta.errors, headers: response.headers };
}

describe('answers', () => {
  it('put the envelope around data', async () => {
    const response = await app.request('/api/v1/account', withKey());
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({
      success: true,
      data: { id: 'account-1', email: 'ada@example.com' },
      meta: { status: 200 },
    });
  });

  it('carry the status, headers and message of the route', async () => {
    const created = await app.request(
      '/api/v1/websites',
      jsonBody('POST', { name: 'A', timezone: 'UTC', tags: ['x'] }),
    );
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe(`/api/v1/websites/${OWN_ID}`);
    expect(await created.json()).toStrictEqual({ success: true, data: { name: 'A', tags: 1 }, meta: { status: 201 } });

    const deleted = await app.request(`/api/v1/websites/${OWN_ID}`, withKey({ method: 'DELETE' }));
    expect(await deleted.json()).toStrictEqual({
      success: true,
      data: null,
      meta: { status: 200, message: 'Website deleted' },
    });
  });

  it('are never stored by caches', async () => {
    expect((await app.request('/api/v1/account', withKey())).headers.get('Cache-Control')).toBe('no-store');
    const refused = await app.request('/api/v1/account');
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([401, 'no-store']);
  });

  it('to HEAD are those to GET without a body', async () => {
    const response = await app.request('/api/v1/account', withKey({ method: 'HEAD' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(response.headers.get('RateLimit-Limit')).toBe('10000');
    expect(await response.text()).toBe('');
  });

  it('do not depend on a trailing slash', async () => {
    for (const path of ['/account/', '/websites/', `/websites/${OWN_ID}/`]) {
      expect((await app.request(`/api/v1${path}`, withKey())).status, path).toBe(200);
    }
  });
});

describe('the website of a route', () => {
  it('each id of a website has its answer', () =>
    checkRows(
      [
        [FOREIGN_ID, 403, 'Access denied to this website'],
        ['33333333-3333-4333-8333-333333333333', 404, 'Website not found'],
        ['nonsense', 404, 'Website not found'],
        ['%00', 404, 'Website not found'],
        ['%zz', 404, 'Website not found'],
        ['%E0%A4%A', 404, 'Website not found'],
        ['..%2F..%2Faccount', 404, 'Website not found'],
        ['__proto__', 404, 'Website not found'],
        ['x'.repeat(3000), 404, 'Website not found'],
      ],
      async ([id, status, error]) => {
        expect(await failureAt(`/websites/${id}`, withKey())).toMatchObject({ status, errors: [error] });
      },
    ));
});

describe('unknown paths and methods', () => {
  it('any other path is 404 with a key, 401 without', () =>
    checkRows(
      ['', '/', '/nothing', '/account/x', '//account', '/%zz', '/%', `/websites/${OWN_ID}/stats/nothing`],
      async (path) => {
        expect(await failureAt(path, withKey())).toMatchObject({ status: 404, errors: ['Not found'] });
        expect(await failureAt(path)).toMatchObject({ status: 401 });
      },
    ));

  it('another method is 405 and says what is allowed', () =>
    checkRows(
      [
        ['POST', '/account', 'GET, HEAD'],
        ['PUT', '/websites', 'GET, HEAD, POST'],
        ['OPTIONS', '/websites', 'GET, HEAD, POST'],
        ['BREW', '/account', 'GET, HEAD'],
        ['POST', `/websites/${OWN_ID}`, 'GET, HEAD, DELETE, PATCH'],
        ['GET', `/websites/${OWN_ID}/import`, 'POST'],
        ['POST', '/openapi.json', 'GET, HEAD'],
      ],
      async ([method, path, allowed]) => {
        const { status, errors, headers } = await failureAt(path, withKey({ method }));
        expect({ status, errors }).toStrictEqual({ status: 405, errors: ['Method not allowed'] });
        expect(headers.get('Allow')).toBe(allowed);
      },
    ));

  it('outside the interface are 404 in the envelope too, without a key', async () => {
    const response = await app.request('/nothing');
    expect(response.status).toBe(404);
    expect(failureSchema.parse(await response.json()).meta.errors).toStrictEqual(['Not found']);
  });
});

describe('the order of checks', () => {
  const tooLarge = 'x'.repeat(1024 * 1024 + 1);
  const create = (headers: Record<string, string>, body: string) => ({ method: 'POST', body, headers });

  it('401 comes before 429, 405, 404 and all of the body', async () => {
    const { app: poor } = sampleApp({ rateLimiter: memoryRateLimiter(apiRate(1)) });
    await poor.request('/api/v1/account', withKey());
    expect(await failureAt('/account', { method: 'PUT' }, poor)).toMatchObject({ status: 401 });
    expect(await failureAt('/websites', create({}, tooLarge))).toMatchObject({ status: 401 });
    expect(await failureAt(`/websites/${FOREIGN_ID}`)).toMatchObject({ status: 401 });
  });

  it('429 comes before 405 and 404', async () => {
    const { app: poor } = sampleApp({ rateLimiter: memoryRateLimiter(apiRate(1)) });
    await poor.request('/api/v1/account', withKey());
    expect(await failureAt('/account', withKey({ method: 'PUT' }), poor)).toMatchObject({ status: 429 });
    expect(await failureAt('/nothing', withKey(), poor)).toMatchObject({ status: 429 });
  });

  it('405 comes before 403', async () => {
    expect(await failureAt(`/websites/${FOREIGN_ID}`, withKey({ method: 'POST' }))).toMatchObject({ status: 405 });
  });

  it('403 and 404 come before 413, 415 and 400', async () => {
    const patch = withKey({ method: 'PATCH', body: tooLarge });
    expect(await failureAt(`/websites/${FOREIGN_ID}`, patch)).toMatchObject({ status: 403 });
    expect(await failureAt('/websites/nonsense', patch)).toMatchObject({ status: 404 });
    expect(await failureAt(`/websites/${FOREIGN_ID}/stats/pages`, withKey())).toMatchObject({ status: 403 });
  });

  it('413 comes before 415, and 415 before 400', async () => {
    const text = { 'X-API-Key': KEY, 'Content-Type': 'text/plain' };
    expect(await failureAt('/websites', create(text, tooLarge))).toMatchObject({ status: 413 });
    expect(await failureAt('/websites', create(text, 'not JSON'))).toMatchObject({ status: 415 });
    expect(
      await failureAt(`/websites/${OWN_ID}?dryRun=perhaps`, withKey({ method: 'PATCH', body: '{' })),
    ).toMatchObject({
      status: 415,
    });
  });
});
