import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus } from '../../src/http/api/error-map.js';
import type { OpenApiDocument, Operation } from '../../src/http/api/openapi.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { bodyFor, pathFor, queryFor, referTo, text } from '../hostile/requests.js';
import { isInternalError, MESSAGE_HEADERS, messageFor } from '../hostile/tool-calls.js';
import { SEED } from '../seed.js';
import { type ApiClient, apiClient } from './api-client.js';
import { send } from './browser.js';
import { BASE_URL, type TestService, testService } from './test-service.js';

interface Fuzzed {
  readonly method: string;
  readonly template: string;
}

interface FuzzOptions {
  /** How many requests each route gets. */
  readonly runs: number;
  /** A database in place of an embedded one, which the service leaves open. */
  readonly postgres?: () => Postgres;
}

/** What only one account may see. */
const SECRET = 'known-to-the-stranger-alone';

const page = { dimension: 'page', operator: 'is', values: [`/${SECRET}`] };

const DEFINITIONS = {
  goals: { name: SECRET, match: page },
  segments: { name: SECRET, filters: page },
  funnels: { name: SECRET, steps: [page, page] },
  annotations: { at: '2026-03-28', text: SECRET },
};

/** Sends requests that nothing but an attacker sends to every route of the API and to the collector. */
export function describeFuzz({ runs, postgres }: FuzzOptions): void {
  describe(`to hostile requests every route answers as it declares (TEST_SEED=${SEED}):`, () => {
    let service: TestService;
    let owner: ApiClient;
    let document: OpenApiDocument;
    let ids: readonly string[];
    let stranger: ApiClient;
    let strangersId: string;

    const readDefinitions = () =>
      Promise.all(Object.keys(DEFINITIONS).map((kind) => stranger.get(`/websites/${strangersId}/${kind}`)));

    beforeAll(async () => {
      service = await testService({
        clock: Date.UTC(2026, 2, 29, 12),
        ...(postgres !== undefined && { postgres: postgres() }),
      });
      owner = await apiClient(service);
      stranger = await apiClient(service);
      document = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
      const own = await owner.website();
      const line = { timestamp: '2026-03-28T10:00:00Z', url: "https://example.com/it's", visitor: 'ada' };
      await owner.import(own.id, JSON.stringify(line));
      ({ id: strangersId } = await stranger.website());
      ids = [own.id, own.id, own.id, strangersId];
      for (const [client, id] of [
        [owner, own.id],
        [stranger, strangersId],
      ] as const) {
        for (const [kind, fields] of Object.entries(DEFINITIONS)) {
          const made = client === stranger ? fields : JSON.parse(JSON.stringify(fields).replaceAll(SECRET, 'own'));
          const { status, body } = await client.call('POST', `/websites/${id}/${kind}`, made);
          expect(status).toBe(201);
          referTo([body.data.id]);
        }
      }
    });

    afterAll(() => service.close());

    async function fuzz({ method, template }: Fuzzed, operation: Operation): Promise<void> {
      const request = fc.record({ path: pathFor(template, ids), query: queryFor(operation), body: bodyFor(operation) });
      await fc.assert(
        fc.asyncProperty(request, async ({ path, query, body }) => {
          const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
          const answer = await owner.call(method.toUpperCase(), `${path}?${query}`, body, { 'Content-Type': type });
          expect(answer.status).toBeLessThan(500);
          expect(JSON.stringify(answer.body)).not.toContain(SECRET);
        }),
        { seed: SEED, numRuns: runs, endOnFailure: true },
      );
    }

    test.each(['put', 'get', 'post', 'patch', 'delete'])('those with %s', async (method) => {
      const operations = Object.entries(document.paths).flatMap(([template, byMethod]) => {
        const operation = byMethod[method];
        return operation === undefined ? [] : [{ template, operation }];
      });
      expect(operations).not.toEqual([]);
      for (const { template, operation } of operations) {
        // Else the first request would leave none to ask for.
        if (method === 'delete') ids = (await Promise.all([1, 2, 3, 4].map(() => owner.website()))).map(({ id }) => id);
        await fuzz({ method, template }, operation);
      }
    });

    test('the collector', async () => {
      const { apiKey } = await owner.website();
      const field = fc.constantFrom(
        'key',
        'type',
        'url',
        'referrer',
        'language',
        'screen',
        'link',
        'name',
        'props',
        'seconds',
      );
      const right = { key: apiKey, type: 'pageview', url: 'https://example.com/' };
      const event = fc.oneof(
        fc.dictionary(field, fc.oneof(text, fc.jsonValue(), fc.double())).map((fields) => ({ ...right, ...fields })),
        fc
          .record({
            type: fc.constantFrom('pageview', 'exit', 'custom', 'leave'),
            url: text,
            referrer: text,
            language: text,
          })
          .map(({ url, ...fields }) => ({
            ...right,
            ...fields,
            url: `https://example.com/${encodeURI(url.toWellFormed())}`,
            screen: url,
          })),
        fc.jsonValue(),
      );
      const userAgent = fc.string({ unit: fc.constantFrom(...'aZ0 ;()/.:\t') });
      await fc.assert(
        fc.asyncProperty(event, userAgent, async (sent, agent) => {
          const { status } = await send(service, sent, { userAgent: `Firefox/${agent}` });
          expect([202, errorStatus('invalid'), errorStatus('too_large')]).toContain(status);
        }),
        { seed: SEED, numRuns: runs * 8, endOnFailure: true },
      );
      await service.drain();
    });

    test('the tools of MCP', async () => {
      const [own] = (await owner.get('/websites')).body.data;
      const headers = { 'X-API-Key': owner.key, Host: new URL(BASE_URL).host, ...MESSAGE_HEADERS };
      let answers = 0;
      await fc.assert(
        fc.asyncProperty(messageFor(document, [own.id, own.id, own.id, strangersId]), async (body) => {
          const answer = await service.app.request('/mcp', { method: 'POST', headers, body });
          const said = await answer.text();
          expect(answer.status).toBeLessThan(500);
          expect(isInternalError(said), said).toBe(false);
          expect(said).not.toContain(SECRET);
          if (said.includes('structuredContent')) answers += 1;
        }),
        { seed: SEED, numRuns: runs * 20, endOnFailure: true },
      );
      expect(answers).toBeGreaterThan(0);
    });

    test('another account has kept what it had', async () => {
      const kept = (await readDefinitions()).flatMap(({ body }) => body.data);
      expect(kept.filter((each) => JSON.stringify(each).includes(SECRET))).toHaveLength(4);
    });

    test('and the service is as well as before', async () => {
      const { status, body } = await owner.get('/websites');
      expect([status, body.success]).toEqual([200, true]);
      expect((await service.app.request('/health/ready')).status).toBe(200);
    });
  });
}
