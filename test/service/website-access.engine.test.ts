import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../src/http/api/openapi.js';
import { checkRows } from '../rows.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let owner: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  service = await sharedService();
  owner = await apiClient(service);
  stranger = await apiClient(service);
});

afterAll(() => service.close());

test('every route of a website, also one that is added, refuses another account', async () => {
  const { paths } = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
  const routes = Object.entries(paths)
    .filter(([path]) => path.startsWith('/websites/{id}'))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => [method.toUpperCase(), path] as const));
  expect(routes.length).toBeGreaterThan(OF_A_WEBSITE.length);
  const { id } = await stranger.website();
  await checkRows(routes, async ([method, path]) => {
    const answer = await owner.call(method, path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'x'));
    expect(failureOf(answer)).toEqual({ status: 403, errors: ['Access denied to this website'] });
  });
});

/** Each is asked in a way that is wrong in itself too, which must not matter yet. */
const OF_A_WEBSITE = [
  ['GET', '', undefined],
  ['PATCH', '', '{'],
  ['DELETE', '', undefined],
  ['POST', '/regenerate-tracking-key', undefined],
  ['GET', '/embed-code?allowLocalhost=7', undefined],
  ['GET', '/stats/main', undefined],
  ['GET', '/stats/pages?limit=-1', undefined],
  ['POST', '/import', '{'],
  ['DELETE', '/events?from=x&coutry=DE', undefined],
  ['DELETE', '/visitors/ada', undefined],
  ['DELETE', '/visitors', '{'],
] as const;

describe.each(OF_A_WEBSITE)('%s /websites/:id%s', (method, path, body) => {
  test('of another account is a 403', async () => {
    const { id } = await stranger.website();
    const answer = await owner.call(method, `/websites/${id}${path}`, body, { 'Content-Type': 'text/plain' });
    expect(failureOf(answer)).toEqual({ status: 403, errors: ['Access denied to this website'] });
    expect((await stranger.call('GET', `/websites/${id}`)).status).toBe(200);
  });

  test.each([
    ['a UUID that nobody owns', randomUUID()],
    ['no UUID', '1'],
    ['an injection', "'%20OR%20''='"],
    ['NUL', '%00'],
    ['a broken escape', '%zz'],
    ['3,000 characters', 'a'.repeat(3000)],
    ['an emoji', '%F0%9F%A6%B6'],
    ['a UUID and more', `${randomUUID()}%0A`],
    ['braces', '{id}'],
  ])('of %s is a 404', async (_what, id) => {
    const answer = await owner.call(method, `/websites/${id}${path}`, body, { 'Content-Type': 'text/plain' });
    expect(failureOf(answer)).toEqual({ status: 404, errors: ['Website not found'] });
  });

  test('has no other methods, whoever owns the website', async () => {
    const { id } = await stranger.website();
    const answer = await owner.call('PUT', `/websites/${id}${path}`);
    expect(failureOf(answer)).toEqual({ status: 405, errors: ['Method not allowed'] });
    expect(answer.headers.get('Allow')?.split(', ')).toContain(method);
  });
});
