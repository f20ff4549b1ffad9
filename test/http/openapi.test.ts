import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/http/api/openapi.js';
import { routeFor } from '../../src/http/api/route.js';
import { sampleApp, sampleRoutes, withKey } from './sample-app.js';

const { app, document } = sampleApp();

describe('the OpenAPI document', () => {
  it('is served without a key, to GET and HEAD', async () => {
    const response = await app.request('/api/v1/openapi.json');
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual(JSON.parse(JSON.stringify(document)));
    expect((await app.request('/api/v1/openapi.json', { method: 'HEAD' })).status).toBe(200);
    expect((await app.request('/api/v1/openapi.json', { method: 'POST' })).status).toBe(401);
    expect((await app.request('/api/v1/openapi.json', withKey({ method: 'POST' }))).status).toBe(405);
  });

  it('names server, security and version', () => {
    expect(document.openapi).toBe('3.1.1');
    expect(document.servers).toStrictEqual([{ url: 'https://footfall.example/api/v1' }]);
    expect(document.security).toStrictEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(document.components.securitySchemes).toStrictEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  it('has every route once, under a name of its own', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
    );
    expect(operations).toHaveLength(sampleRoutes.length);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(sampleRoutes.length);
    expect(document.paths['/websites/{id}/stats/pages']?.get?.operationId).toBe('getWebsitesIdStatsPages');
  });

  it('declares exactly the parameters that stand in each path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toStrictEqual(inPath);
        expect(parameters.every((one) => one.in !== 'path' || one.required)).toBe(true);
      }
    }
  });

  it('describes query parameters as they are asked for', () => {
    expect(document.paths['/websites/{id}/stats/pages']?.get?.parameters.slice(1)).toStrictEqual([
      {
        name: 'from',
        in: 'query',
        required: true,
        description: 'First day',
        schema: { type: 'string', examples: ['2026-03-01'] },
      },
      {
        name: 'to',
        in: 'query',
        required: true,
        description: 'Last day',
        schema: { type: 'string', examples: ['2026-03-31'] },
      },
      { name: 'limit', in: 'query', required: false, schema: { type: 'string', default: '10' } },
      { name: 'page', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });

  it('describes bodies: unknown fields are refused', () => {
    const content = document.paths['/websites']?.post?.requestBody?.content;
    expect(content?.['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['name', 'timezone'],
      additionalProperties: false,
    });
    const upload = document.paths['/websites/{id}/import']?.post?.requestBody?.content;
    expect(Object.keys(upload ?? {})).toStrictEqual(['application/x-ndjson']);
    expect(upload?.['application/x-ndjson']?.schema).toMatchObject({
      type: 'string',
      contentSchema: { type: 'object', required: ['url'], additionalProperties: false },
    });
  });

  it('lists the statuses that each route can answer with', () => {
    const statuses = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {});
    expect(statuses('/account', 'get')).toStrictEqual(['200', '400', '401', '403', '408', '429', '431', '500', '503']);
    expect(statuses('/websites', 'post')).toStrictEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '413',
      '415',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(statuses('/websites/{id}/stats/pages', 'get')).toStrictEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(statuses('/websites/{id}/import', 'post')).toStrictEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '415',
      '429',
      '431',
      '500',
      '503',
    ]);
  });

  it('says what another method of a path gets', () => {
    expect(document.info.description).toContain('405 with `Allow`');
  });

  it('lists the headers of each answer', () => {
    const headers = (path: string, method: string, status: number) =>
      Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {});
    const authenticated = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    expect(headers('/websites', 'get', 200)).toStrictEqual(authenticated);
    expect(headers('/websites', 'post', 201)).toStrictEqual([...authenticated, 'Location']);
    expect(headers('/websites', 'post', 400)).toStrictEqual(authenticated);
    expect(headers('/websites', 'get', 401)).toStrictEqual(['X-Request-Id', 'WWW-Authenticate']);
    expect(headers('/websites', 'get', 431)).toStrictEqual(['X-Request-Id']);
    expect(headers('/websites', 'get', 429)).toStrictEqual([...authenticated, 'Retry-After']);
    expect(headers('/websites/{id}/import', 'post', 503)).toStrictEqual([...authenticated, 'Retry-After']);
  });

  it('describes the headers that a request may have', () => {
    expect(document.paths['/websites/{id}/import']?.post?.parameters.slice(1)).toStrictEqual([
      {
        name: 'Content-Encoding',
        in: 'header',
        required: false,
        description: 'How it is packed',
        schema: { type: 'string' },
      },
    ]);
  });

  it('answers in the envelope, and failures in the shared one', () => {
    const responses = document.paths['/websites']?.get?.responses;
    expect(responses?.['200']?.content?.['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['success', 'data', 'meta'],
      properties: {
        success: { const: true },
        data: { type: 'array', items: { $ref: '#/components/schemas/Website' } },
        meta: { properties: { status: { const: 200 } } },
      },
    });
    expect(responses?.['401']?.content?.['application/json']?.schema).toStrictEqual({
      $ref: '#/components/schemas/Failure',
    });
  });

  it('refers only to what it holds, and holds nothing of another form', () => {
    const text = JSON.stringify(document);
    for (const [, id = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(id);
    }
    expect(Object.keys(document.components.schemas).sort()).toStrictEqual(['Failure', 'Website']);
    for (const leftover of ['$defs', '$schema', 'nullable']) expect(text).not.toContain(`"${leftover}"`);
  });

  it('refuses an id that means one thing in a request and another in an answer', () => {
    const setting = z.object({ weekly: z.boolean().default(true) }).meta({ id: 'Setting' });
    const route = routeFor<never, never>()({
      method: 'POST',
      path: '/settings',
      summary: 'Set',
      tag: 'Settings',
      access: 'account',
      body: z.object({ setting }),
      response: setting,
      handle: async ({ body }) => ({ data: body.setting }),
    });
    expect(() => openApiDocument([route], '')).toThrow('Two schemas have the id Setting');
  });
});
