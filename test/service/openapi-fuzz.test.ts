import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statusOf } from '../../src/http/error-map.js';
import type { OpenApiDocument, Operation } from '../../src/http/openapi.js';
import type { JsonSchema } from '../../src/http/openapi-schema.js';
import { type ApiClient, apiClient } from './api-client.js';
import { send } from './browser.js';
import { type TestService, testService } from './test-service.js';

const SEED = 20_260_329;
const RUNS = 40;

let service: TestService;
let owner: ApiClient;
let document: OpenApiDocument;
let ids: readonly string[];

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 2, 29, 12) });
  owner = await apiClient(service);
  const stranger = await apiClient(service);
  document = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
  const own = await owner.website();
  const line = { timestamp: '2026-03-28T10:00:00Z', url: "https://example.com/it's", visitor: 'ada' };
  await owner.import(own.id, JSON.stringify(line));
  ids = [own.id, own.id, own.id, (await stranger.website()).id];
});

afterAll(() => service.close());

const HOSTILE = [
  ...['', ' ', '\0', "'", '"', '\\', '`', "' OR 1=1 --", '"; DROP TABLE events', '{}', '{p0:String}', '#{7*7}'],
  ...[
    'x'.repeat(3000),
    '🦶'.repeat(200),
    '\u202e',
    '\ud83e',
    '\r\nX-Injected: 1',
    '%',
    '%00',
    '%zz',
    '../..',
    '<script>',
  ],
  ...['null', 'undefined', 'NaN', 'Infinity', '-1', '0', '1e309', '9'.repeat(30), '0x10', '[]', 'true', '__proto__'],
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('2026-03-29', '2026-02-30', '2026-03-29T10:00:00Z', '0000-01-01', '+275760-09-13', '2026-03-28'),
);

/** Values that a schema allows, beside any others. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { enum: allowed = [], items, properties } = schema;
  const any: fc.Arbitrary<unknown>[] = [
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constantFrom(null, [], {}),
  ];
  if (allowed.length > 0) any.push(fc.constantFrom(...allowed));
  if (typeof items === 'object' && !Array.isArray(items)) any.push(fc.array(valueFor(items), { maxLength: 12 }));
  if (properties !== undefined) any.push(objectFor(schema));
  return fc.oneof(...any);
}

function objectFor({ properties = {} }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, typeof field === 'object' ? valueFor(field) : text] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  return fc
    .tuple(known, fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 }))
    .map(([one, other]) => ({ ...other, ...one }));
}

/** How a caller, or an attacker, writes a value into an address. */
const escaped = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.boolean()).map(([raw, broken]) => {
    const encoded = encodeURIComponent(raw.toWellFormed());
    return broken ? encoded.replace(/%([0-9A-F])/, '%$1g') : encoded;
  });

/** Often a range that is right, so that something is asked at all. */
function queryFor({ parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const pair = (name: string) => {
    const key = fc.constantFrom(name, name, name, `${name}[]`, `${name}%5B%5D`, `${name}.x`);
    return fc.tuple(key, escaped(text)).map(([left, right]) => `${left}=${right}`);
  };
  const range = fc.constantFrom('from=2026-03-28&to=2026-03-29', 'from=2026-03-28', '');
  const pairs =
    names.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...names).chain(pair), { maxLength: 4 });
  return fc.tuple(range, pairs).map(([first, rest]) => [first, ...rest].join('&'));
}

function pathFor(template: string): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.nat(3).map((index) => ids[index] ?? '') },
    { weight: 1, arbitrary: fc.constant(randomUUID()) },
    { weight: 2, arbitrary: escaped(text).filter((segment) => !['', '.', '..'].includes(segment)) },
  );
  return id.map((segment) => template.replace('{id}', segment));
}

function bodyFor({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  if (requestBody === undefined) return fc.constant(undefined);
  const schema = requestBody.content['application/json']?.schema;
  if (schema !== undefined) return fc.oneof(objectFor(schema).map(toJson), valueFor(schema).map(toJson), text);
  const field = fc.constantFrom(
    'timestamp',
    'url',
    'visitor',
    'ip',
    'userAgent',
    'type',
    'link',
    'props',
    'country',
    'x',
  );
  const right = { timestamp: '2026-03-01T10:00:00Z', url: 'https://example.com/', visitor: 'ada' };
  const line = fc.dictionary(field, fc.oneof(text, fc.jsonValue())).map((fields) => toJson({ ...right, ...fields }));
  return fc.array(fc.oneof(line, text), { maxLength: 5 }).map((lines) => lines.join('\n'));
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? '';

interface Fuzzed {
  readonly method: string;
  readonly template: string;
}

async function fuzz({ method, template }: Fuzzed, operation: Operation): Promise<void> {
  const request = fc.record({ path: pathFor(template), query: queryFor(operation), body: bodyFor(operation) });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query, body }) => {
      const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
      const { status } = await owner.call(method.toUpperCase(), `${path}?${query}`, body, { 'Content-Type': type });
      expect(status).toBeLessThan(500);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
}

describe('to hostile requests every route answers as it declares:', () => {
  test.each(['get', 'post', 'patch', 'delete'])('those with %s', async (method) => {
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
        expect([202, statusOf('invalid'), statusOf('too_large')]).toContain(status);
      }),
      { seed: SEED, numRuns: 300, endOnFailure: true },
    );
    await service.drain();
  });

  test('and the service is as well as before', async () => {
    const { status, body } = await owner.get('/websites');
    expect([status, body.success]).toEqual([200, true]);
    expect((await service.app.request('/health/ready')).status).toBe(200);
  });
});
