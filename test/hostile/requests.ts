import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Operation } from '../../src/http/api/openapi.js';
import type { JsonSchema } from '../../src/http/api/openapi-schema.js';
import { operators } from '../../src/stats/filters.js';

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

/** Any text that an attacker might try, or a date. */
export const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('2026-03-29', '2026-02-30', '2026-03-29T10:00:00Z', '0000-01-01', '+275760-09-13', '2026-03-28'),
);

/** Ids of goals, segments and others that requests refer to. */
const stored: string[] = [];

export function referTo(ids: readonly string[]): void {
  stored.push(...ids);
}

const reference = fc.oneof(
  { weight: 1, arbitrary: text },
  { weight: 2, arbitrary: fc.nat().map((number) => stored[number % stored.length] ?? '') },
);

/** Names that go on with that of a property, which is any text. */
export const named = (...prefixes: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...prefixes), text).map(([prefix, name]) => `${prefix}:${name}`);

const dimension = fc.oneof(
  fc.constantFrom('page', 'event', 'link', 'hostname', 'country', 'entryPage', 'region', 'property:plan'),
  named('property'),
  text,
);

const metric = fc.oneof(
  fc.constantFrom('visitors', 'bounceRate', 'percentage', 'conversionRate', 'revenue'),
  named('sum', 'avg', 'revenue'),
  text,
);

const metrics = fc.array(metric, { minLength: 1, maxLength: 3 });
const dimensions = fc.array(fc.oneof(dimension, fc.constantFrom('day', 'weekday', 'goal')), { maxLength: 3 });

const condition = fc.record({
  dimension,
  operator: fc.constantFrom(...operators, 'x'),
  values: fc.array(fc.oneof(text, fc.double(), fc.constant(null)), { maxLength: 4 }),
});

/** Filters that are well-formed, of hostile values. */
const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    condition,
    fc.record({ not: tie('filter') }),
    fc.record({ hasDone: tie('filter') }),
    fc.record({ and: fc.array(tie('filter'), { maxLength: 4 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 4 }) }),
    fc.record({ goal: reference }),
    fc.record({ segment: reference }),
  ),
}));

const range = fc.constantFrom('7d', '30d', 'all');

/** Fields whose schema says less than what they must be. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  range,
  goal: reference,
  metrics,
  dimensions,
  dimension,
  breakdown: dimension,
  orderBy: fc.array(fc.record({ by: fc.oneof(metric, dimension) }), { maxLength: 2 }),
  filters: filter,
  match: filter,
  returned: filter,
  steps: fc.oneof(fc.array(filter, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 11 })),
  anchor: fc.constantFrom('from', 'to', 'through').chain((kind) => fc.record({ [kind]: filter })),
  queries: fc.array(
    fc.oneof(
      fc.record({ range, filters: filter, goal: reference }, { requiredKeys: ['range'] }),
      fc.record({ range, goal: reference }),
      fc.record({ range, metrics, dimensions }),
      fc.record({ range, filters: fc.record({ segment: reference }) }),
    ),
    { maxLength: 4 },
  ),
  at: fc.constantFrom('2026-03-28', '2026-03-28T10:00:00Z'),
};

/** Values that a schema allows, beside any others. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { const: only, enum: allowed = only === undefined ? [] : [only], items, properties } = schema;
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

function objectFor({ oneOf, properties = {} }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  if (oneOf !== undefined) return fc.oneof(...oneOf.map(objectFor));
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, fieldFor(name, typeof field === 'object' ? valueFor(field) : text)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  return fc
    .tuple(known, fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 }))
    .map(([one, other]) => ({ ...other, ...one }));
}

function fieldFor(name: string, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const known = FIELDS[name];
  return known === undefined ? other : fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: other });
}

/** How a caller, or an attacker, writes a value into an address. */
const escaped = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.boolean()).map(([raw, broken]) => {
    const encoded = encodeURIComponent(raw.toWellFormed());
    return broken ? encoded.replace(/%([0-9A-F])/, '%$1g') : encoded;
  });

/** A query string of an operation. Often its range is right, so that something is asked at all. */
export function queryFor({ parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const pair = (name: string) => {
    const key = fc.constantFrom(name, name, name, `${name}[]`, `${name}%5B%5D`, `${name}.x`);
    return fc
      .tuple(key, escaped(name === 'dimension' ? dimension : ['goal', 'segment'].includes(name) ? reference : text))
      .map(([left, right]) => `${left}=${right}`);
  };
  const dates = fc.constantFrom('from=2026-03-28&to=2026-03-29', 'from=2026-03-28', '');
  const pairs =
    names.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...names).chain(pair), { maxLength: 4 });
  return fc.tuple(dates, pairs).map(([first, rest]) => [first, ...rest].join('&'));
}

/** A path of a template, with one of some ids, or another. */
export function pathFor(template: string, ids: readonly string[]): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constant(randomUUID()) },
    { weight: 2, arbitrary: escaped(text).filter((segment) => !['', '.', '..'].includes(segment)) },
  );
  const other = fc.oneof(
    fc.constant(randomUUID()),
    escaped(reference).filter((segment) => !['', '.', '..'].includes(segment)),
  );
  return fc
    .tuple(id, other)
    .map(([first, second]) => template.replace(/\{\w+\}/, () => first).replace(/\{\w+\}/, () => second));
}

/** Fields of an operation's JSON body, or of its query. */
export function inputFor({ requestBody, parameters }: Operation): fc.Arbitrary<Record<string, unknown>> {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema !== undefined) return objectFor(schema);
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  return objectFor({ properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])) });
}

/** A body of an operation: undefined where it takes none. */
export function bodyFor({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
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
