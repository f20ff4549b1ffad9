import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { ALL_RIGHTS } from '../../src/accounts/key-rights.js';
import { api } from '../../src/http/api/api.js';
import { docsPage } from '../../src/http/api/docs-page.js';
import { openApiDocument } from '../../src/http/api/openapi.js';
import { routeFor } from '../../src/http/api/route.js';
import { httpApp } from '../../src/http/http-app.js';
import { health } from '../../src/http/server/health.js';
import { httpMetrics, metricsRoute } from '../../src/http/server/metrics.js';
import { apiRate, memoryRateLimiter, type RateLimiter } from '../../src/http/server/rate-limiter.js';
import { AppError, accessDenied, invalid, websiteNotFound } from '../../src/lib/errors.js';

export interface SampleAccount {
  readonly id: string;
  readonly email: string;
}

export interface SampleWebsite {
  readonly id: string;
  readonly accountId: string;
}

export const KEY = `ff_live_${'a'.repeat(64)}`;
export const OTHER_KEY = `ff_live_${'b'.repeat(64)}`;
export const OWN_ID = '11111111-1111-4111-8111-111111111111';
export const FOREIGN_ID = '22222222-2222-4222-8222-222222222222';
/** Epoch milliseconds of the sample app's clock, which stands still. */
export const NOW = Date.UTC(2026, 2, 29, 1, 2, 3, 4);
export const SECRET_TEXT = 'select * from api_keys where hash = deadbeef -- 10.0.0.7';

const accounts = new Map<string, SampleAccount>([
  [KEY, { id: 'account-1', email: 'ada@example.com' }],
  [OTHER_KEY, { id: 'account-2', email: 'bob@example.com' }],
]);
const websites = new Map<string, SampleWebsite>([
  [OWN_ID, { id: OWN_ID, accountId: 'account-1' }],
  [FOREIGN_ID, { id: FOREIGN_ID, accountId: 'account-2' }],
]);

const route = routeFor<SampleAccount, SampleWebsite>();

const websiteSchema = z.object({ id: z.uuid(), accountId: z.string() }).meta({ id: 'Website' });

export const sampleRoutes = [
  route({
    method: 'GET',
    path: '/account',
    summary: 'Get the account',
    tag: 'Account',
    access: 'account',
    response: z.object({ id: z.string(), email: z.string() }),
    handle: async ({ account }) => ({ data: account }),
  }),
  route({
    method: 'GET',
    path: '/websites',
    summary: 'List websites',
    tag: 'Websites',
    access: 'account',
    response: z.array(websiteSchema),
    handle: async ({ account }) => ({ data: [...websites.values()].filter((one) => one.accountId === account.id) }),
  }),
  route({
    method: 'POST',
    path: '/websites',
    summary: 'Create a website',
    description: 'The answer has a `Location`.',
    tag: 'Websites',
    access: 'account',
    body: z.object({
      name: z.string().min(1).max(100).describe('Display name'),
      timezone: z.string(),
      tags: z.array(z.string()).max(2).optional(),
      settings: z.strictObject({ weekly: z.boolean() }).optional(),
    }),
    response: z.object({ name: z.string(), tags: z.number() }),
    status: 201,
    handle: async ({ body }) => ({
      data: { name: body.name, tags: body.tags?.length ?? 0 },
      headers: { Location: `/api/v1/websites/${OWN_ID}` },
    }),
  }),
  route({
    method: 'GET',
    path: '/websites/:id',
    summary: 'Get a website',
    tag: 'Websites',
    access: 'website',
    response: websiteSchema,
    handle: async ({ website }) => ({ data: website }),
  }),
  route({
    method: 'DELETE',
    path: '/websites/:id',
    summary: 'Delete a website',
    tag: 'Websites',
    access: 'website',
    response: z.null(),
    handle: async () => ({ data: null, message: 'Website deleted' }),
  }),
  route({
    method: 'PATCH',
    path: '/websites/:id',
    summary: 'Change a website',
    tag: 'Websites',
    access: 'website',
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    body: z.object({ name: z.string().min(1).optional() }),
    response: websiteSchema,
    handle: async ({ website }) => ({ data: website }),
  }),
  route({
    method: 'GET',
    path: '/websites/:id/stats/pages',
    summary: 'Pages',
    tag: 'Statistics',
    access: 'website',
    query: z.object({
      from: z.string().meta({ description: 'First day', examples: ['2026-03-01'] }),
      to: z.string().meta({ description: 'Last day', examples: ['2026-03-31'] }),
      limit: z.string().default('10'),
      page: z.string().optional(),
    }),
    response: z.object({ data: z.array(z.object({ page: z.string() })), total: z.number() }),
    handle: async ({ query }) => ({
      data: { data: [{ page: query.page ?? '/' }], total: Number(query.limit) },
    }),
  }),
  route({
    method: 'POST',
    path: '/websites/:id/import',
    summary: 'Import history',
    headers: z.object({ 'Content-Encoding': z.string().optional().describe('How it is packed') }),
    tag: 'Websites',
    access: 'website',
    body: 'stream',
    line: z.strictObject({ url: z.string() }),
    response: z.object({ bytes: z.number() }),
    errorKinds: ['conflict', 'invalid', 'unavailable'],
    handle: async ({ body }) => {
      let bytes = 0;
      for await (const chunk of body) bytes += chunk.byteLength;
      return { data: { bytes } };
    },
  }),
  route({
    method: 'GET',
    path: '/failing/:how',
    pathParameters: z.object({ how: z.string().max(20).describe('The error') }),
    summary: 'Fail',
    tag: 'Failing',
    access: 'account',
    response: z.null(),
    handle: async ({ pathParameters: { how } }) => fail(how),
  }),
];

function fail(how: string): never {
  switch (how) {
    case 'error':
      throw Object.assign(new Error(SECRET_TEXT, { cause: new TypeError(SECRET_TEXT) }), { code: '42P01' });
    case 'text':
      throw SECRET_TEXT;
    case 'nothing':
      throw undefined;
    case 'away':
      throw new AppError('unavailable', ['ClickHouse is not ready'], 2.1);
    case 'invalid':
      throw invalid('from: does not exist', 'to: does not exist');
    default:
      throw new AppError('conflict', ['Already there']);
  }
}

export interface SampleOptions {
  readonly rateLimiter?: RateLimiter;
  readonly onLookUp?: (key: string) => void;
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A whole app over the sample routes, with the lines that it logged. */
export function sampleApp({
  rateLimiter = memoryRateLimiter(apiRate(10_000)),
  onLookUp,
  checks = {},
}: SampleOptions = {}) {
  const logged: unknown[] = [];
  const registry = new Registry();
  const metrics = httpMetrics(registry);
  const log = { error: (...line: unknown[]) => void logged.push(line) } as Logger;
  const app = httpApp({ log, now: () => NOW }, metrics);
  const document = openApiDocument(sampleRoutes, 'https://footfall.example/api/v1');
  const healthLog: string[] = [];
  app.route(
    '/',
    health(checks, {
      onFailed: (check, error) => void healthLog.push(`${check}: ${(error as Error).message}`),
      onPassed: (check) => void healthLog.push(`${check} passes`),
    }),
  );
  app.route('/', metricsRoute(registry));
  app.route('/', docsPage(document));
  app.route(
    '/api/v1',
    api({
      routes: sampleRoutes,
      document,
      findCaller: async (key) => {
        onLookUp?.(key);
        const account = accounts.get(key);
        return account && { account, rights: ALL_RIGHTS };
      },
      rateLimiter,
      ownWebsite: async (account, id) => {
        const website = websites.get(id);
        if (website === undefined) throw websiteNotFound();
        if (website.accountId !== account.id) throw accessDenied();
        return website;
      },
    }),
  );
  return { app, logged, healthLog, document };
}

/** A request's headers and body, with the sample account's key. */
export function withKey(init: RequestInit = {}): RequestInit {
  return { ...init, headers: { 'X-API-Key': KEY, ...init.headers } };
}

export function jsonBody(method: string, body: unknown): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return withKey({ method, body: text, headers: { 'Content-Type': 'application/json' } });
}
