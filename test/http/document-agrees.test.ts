import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseBucketUrl } from '../../src/history/export/settings.js';
import { openApiDocument } from '../../src/http/api/openapi.js';
import type { JsonSchema } from '../../src/http/api/openapi-schema.js';
import type { Services } from '../../src/http/services.js';
import { apiRoutes } from '../../src/http/v1/routes.js';
import { isTimeZone } from '../../src/time/index.js';
import { isPublicSuffix } from '../../src/websites/settings.js';
import { checkRows } from '../rows.js';
import { withDefinitions } from '../service/declared.js';

const SEED = 20_260_329;
const RUNS = 100;

// Only handlers use the services.
const routes = apiRoutes({} as Services);
const document = openApiDocument(routes, 'https://footfall.example/api/v1');

const operation = ({ method, path }: (typeof routes)[number]) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** Makes values that a schema allows. Fields that only an answer has are left out. */
function allowed(schema: JsonSchema): fc.Arbitrary<unknown> {
  const shared = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''];
  if (shared?.type === 'string') return allowed(shared);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => allowed(whole(each))));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
    case 'array':
      return fc.array(allowed(whole(schema.items)), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 12),
      });
    case 'string':
      return texts(schema);
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => whole(field).readOnly !== true);
      const model = Object.fromEntries(fields.map(([name, field]) => [name, allowed(whole(field))]));
      return fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    default:
      // The handler checks it.
      return schema.examples === undefined ? fc.jsonValue() : fc.constantFrom(...schema.examples);
  }
}

const whole = (part: unknown): JsonSchema => (typeof part === 'object' && part !== null ? (part as JsonSchema) : {});

function texts({ pattern, minLength = 0, maxLength = 3_000 }: JsonSchema): fc.Arbitrary<string> {
  const regex = new RegExp(pattern ?? '');
  // fast-check makes no texts for a pattern that looks ahead.
  const made =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', maxLength: 50 })
      : fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?=[^()]*\)/g, '')), { maxLength: 300 });
  return made.filter((text) => regex.test(text) && [...text].length >= minLength && [...text].length <= maxLength);
}

/** Texts near those that are allowed: other cases, blanks, more characters. */
const near = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(text.toLowerCase()),
    fc.constant(`${text} `),
    fc
      .tuple(fc.nat(text.length), fc.string({ maxLength: 3 }))
      .map(([at, more]) => text.slice(0, at) + more + text.slice(at)),
    fc.nat(text.length).map((at) => text.slice(0, at) + text.slice(at + 1)),
  );

/** Rules that JSON Schema cannot say: names of zones, public suffixes, URLs of buckets, the length of all entries of a list together. */
function breaksOtherRule(body: Readonly<Record<string, unknown>>): boolean {
  const { timezone, domain, url } = body;
  if (typeof timezone === 'string' && !isTimeZone(timezone.trim())) return true;
  if (typeof domain === 'string' && isPublicSuffix(domain.toLowerCase().replace(/^www\./, ''))) return true;
  if (typeof url === 'string' && 'error' in parseBucketUrl(url)) return true;
  return Object.values(body).some((value) => Array.isArray(value) && JSON.stringify(value).length > 16_384);
}

/** Texts that meet the other rules, by the name of their field. */
const REAL: Readonly<Record<string, readonly string[]>> = {
  timezone: ['Europe/Berlin', 'UTC'],
  url: ['https://my-bucket.s3.amazonaws.com', 'http://[::1]:9000/bucket/daily/'],
};

const withReal = (body: object) =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(REAL).flatMap(([name, texts]) => (name in body ? [[name, fc.constantFrom(...texts)]] : [])),
      ),
    )
    .map((real) => ({ ...body, ...real }));

/** The objects that bodies may be, with the schemas of the document. */
const bodies = routes.flatMap((route) => {
  if (typeof route.body !== 'object') return [];
  const schema = whole(operation(route)?.requestBody?.content['application/json']?.schema);
  const choices = route.body instanceof z.ZodObject ? [route.body] : route.body.options;
  return choices.map((body, at) => ({ route, body, schema: whole(schema.oneOf?.[at] ?? schema) }));
});

describe.each(bodies)('the body of $route.method $route.path', ({ body, schema }) => {
  const documented = z.fromJSONSchema(withDefinitions(schema, document.components.schemas));

  test('is accepted if the document allows it', () => {
    fc.assert(
      fc.property(
        allowed(schema).chain((made) => withReal(made as object)),
        (made) => {
          fc.pre(!breaksOtherRule(made as Record<string, unknown>));
          expect(body.safeParse(made).error?.issues ?? []).toEqual([]);
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('is not allowed by the document if it is refused', () => {
    let refused = 0;
    const { timezone: _timezone, domain: _domain, ...properties } = schema.properties ?? {};
    const fields = Object.entries(properties).filter(([, field]) => whole(field).readOnly !== true);
    const changed = fc.oneof(
      ...fields.map(([name, field]) =>
        allowed(whole(field))
          .chain((value) => {
            if (typeof value === 'string') return near(value);
            const [first = ''] = Array.isArray(value) ? value : [{}];
            return typeof first === 'string' ? near(first).map((each) => [each]) : fc.jsonValue();
          })
          .map((value) => ({ name: 'Shop', domain: 'example.com', timezone: 'UTC', [name]: value })),
      ),
    );
    fc.assert(
      fc.property(changed, (made) => {
        if (body.safeParse(made).success || breaksOtherRule(made)) return;
        refused += 1;
        expect(documented.safeParse(made).success, JSON.stringify(made)).toBe(false);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 20);
  });

  test('allows the shortest and longest texts that are accepted', () => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const { maxLength } = whole(field);
      // The handler checks the others.
      if (maxLength === undefined) continue;
      const documentedField = z.fromJSONSchema(withDefinitions(whole(field), document.components.schemas));
      const accepted = [0, 1, maxLength, maxLength + 1]
        .map((length) => 'x'.repeat(length))
        .filter((text) => body.shape[name]?.safeParse(text).success);
      for (const text of accepted) {
        expect(documentedField.safeParse(text).success, `${name} of ${text.length} characters`).toBe(true);
      }
    }
  });

  test('what no field may be is refused by both', () =>
    checkRows(
      [
        { excludedCountries: ['USA'] },
        { excludedCountries: ['XX'] },
        { excludedIps: ['10.0.0.0/33'] },
        { excludedIps: ['example.com'] },
        { excludedPaths: ['admin'] },
        { excludedHostnames: ['*'] },
        { excludedHostnames: ['a b.example'] },
        { allowedDomains: Array.from({ length: 11 }, (_, index) => `a${index}.example`) },
        { allowedDomains: ['https://'] },
        { favicon: 'javascript:alert(1)' },
        { favicon: 'data:text/html;base64,AAAA' },
        { name: '' },
        { name: ' ' },
        { name: 'x'.repeat(101) },
        { name: 'a\u0000b' },
        { domain: 'no host' },
        { domain: '1.2' },
        { timezone: '+02:00' },
        { chartTheme: 'pink' },
        { emailTrafficSpike: 'yes' },
        { unknown: 1 },
      ],
      (fields) => {
        const candidate = { name: 'Shop', domain: 'example.com', timezone: 'UTC', ...fields };
        expect(documented.safeParse({ ...candidate, ...fields }).success).toBe(false);
        expect(body.strict().safeParse(candidate).success).toBe(false);
      },
    ));
});

describe('the parameters of queries', () => {
  const parameters = routes
    .filter(({ query }) => query !== undefined)
    .flatMap((route) =>
      (operation(route)?.parameters ?? [])
        .filter((each) => each.in === 'query')
        .map((each) => ({ ...each, path: route.path, parser: route.query?.shape[each.name] })),
    );

  test('have values that are accepted', () => {
    // Most routes share their filters, which are checked once.
    const distinct = parameters.filter(
      (each, at) =>
        each.name !== 'cursor' &&
        at ===
          parameters.findIndex(
            ({ parser, schema }) => parser === each.parser && isDeepStrictEqual(schema, each.schema),
          ),
    );
    const rows = distinct.map(({ path, name, schema }) => ({ path, name, schema }));
    return checkRows(rows, ({ path, name, schema }) => {
      const { parser } = distinct.find((each) => each.path === path && each.name === name) ?? {};
      fc.assert(
        fc.property(allowed(schema), (value) => {
          expect(parser?.safeParse(value).error?.issues ?? []).toEqual([]);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    });
  });

  test('have a description each', () => {
    for (const { path, name, description } of parameters) expect(description, `${path} ${name}`).toMatch(/\w{3}/);
  });
});

test('dates that do not exist are allowed by neither', () => {
  const from = document.paths['/websites/{id}/stats/main']?.get?.parameters.find(({ name }) => name === 'from')?.schema;
  const documented = z.fromJSONSchema(from as never);
  for (const date of [
    '2026-02-29',
    '2026-13-01',
    '1969-12-31',
    '2101-01-01',
    '2026-3-1',
    '2026-03-01T25:00',
    'today',
    '',
  ]) {
    expect(documented.safeParse(date).success, date).toBe(false);
  }
  for (const date of ['2024-02-29', '2026-03-01T10:00', '2026-03-01T10:00:00.5+05:30', '2026-03-01T10:00:00Z']) {
    expect(documented.safeParse(date).success, date).toBe(true);
  }
});

test('the examples of the document are accepted', () => {
  for (const { body, schema } of bodies) {
    const examples = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      (whole(field).examples ?? []).map((example) => [name, example] as const),
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, example] of examples) {
      expect(body.shape[name]?.safeParse(example).error?.issues ?? [], name).toEqual([]);
    }
  }
});
