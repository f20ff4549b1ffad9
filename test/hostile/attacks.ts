import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/http/api/openapi.js';
import { bodyFor, named, pathFor, queryFor, text } from './requests.js';
import { MESSAGE_HEADERS, messageFor } from './tool-calls.js';

/** A request as it goes over the wire. */
export interface Attack {
  /** What kind of attack it is, for the figures. */
  readonly kind: string;
  readonly method: string;
  /** With its query; ASCII alone. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What an attacker knows of an installation: more than a stranger would, so that requests get further. */
export interface Target {
  readonly document: OpenApiDocument;
  readonly apiKey: string;
  readonly cookie: string;
  readonly trackingKey: string;
  readonly ownIds: readonly string[];
  readonly foreignIds: readonly string[];
}

/** Attacks on every route: of its own schema, and of what has once hurt. */
export const attacksOn = (target: Target): fc.Arbitrary<Attack> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...apiAttacks(target)) },
    { weight: 2, arbitrary: toolAttack(target) },
    { weight: 3, arbitrary: eventAttack(target) },
    { weight: 3, arbitrary: costlyEvent(target) },
    { weight: 2, arbitrary: costlyQuery(target) },
    { weight: 2, arbitrary: pageAttack(target) },
    { weight: 2, arbitrary: formAttack(target) },
    { weight: 1, arbitrary: costlyImport(target) },
    { weight: 1, arbitrary: guess(target) },
    { weight: 1, arbitrary: headerAttack },
  );

function apiAttacks({ document, apiKey, ownIds, foreignIds }: Target): readonly fc.Arbitrary<Attack>[] {
  return Object.entries(document.paths).flatMap(([template, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => {
      // What deletes may not succeed, or soon there would be nothing left to attack.
      const ids = method === 'delete' ? foreignIds : [...ownIds, ...foreignIds];
      const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
      return fc
        .record({ path: pathFor(template, ids), query: queryFor(operation), body: bodyFor(operation) })
        .map(({ path, query, body }) => ({
          kind: `${method.toUpperCase()} ${template}`,
          method: method.toUpperCase(),
          path: ascii(`/api/v1${path}?${query}`),
          headers: { 'X-API-Key': apiKey, 'Content-Type': type },
          body,
        }));
    }),
  );
}

const toolAttack = ({ document, apiKey, ownIds, foreignIds }: Target): fc.Arbitrary<Attack> =>
  messageFor(document, [...ownIds, ...foreignIds]).map((body) => ({
    kind: 'tool',
    method: 'POST',
    path: '/mcp',
    headers: { 'X-API-Key': apiKey, ...MESSAGE_HEADERS },
    body,
  }));

const EVENT_FIELDS = [
  ...['key', 'type', 'url', 'referrer', 'language', 'screen', 'link', 'name', 'props', 'seconds', 'id', 'localhost'],
];

function eventAttack({ trackingKey }: Target): fc.Arbitrary<Attack> {
  const right = { key: trackingKey, type: 'pageview', url: 'https://example.com/' };
  const field = fc.constantFrom(...EVENT_FIELDS);
  const body = fc.oneof(
    fc.dictionary(field, fc.oneof(text, fc.jsonValue(), fc.double())).map((fields) => ({ ...right, ...fields })),
    fc.jsonValue(),
  );
  return fc.tuple(body, text).map(([event, agent]) => eventOf('event', event, agent));
}

/** Pieces that something may split, count or backtrack over, once for each of them. */
const PIECES = [
  ...['gclid=&', 'gclid=1&', 'utm_source=&', 'utm_source=a&', 'ref=&', '&', '=', 'a[]=&', '%20', '%', '%F0%9F', '+'],
  ...['/', '//', '/../', './', ';', ',', '(', ')', '((', '[', '{"a":', 'a.', 'xn--', '-', '_', '\\', '"', "'", '*'],
  ...['Mozilla/5.0 ', 'Chrome/1 ', 'Android ', 'like Gecko ', 'AppleWebKit/', '; wv', ' Build/', '\t', ' ', '\u00e9'],
  ...['0', '9', 'a', 'A', '🦶', '\u202e', '\u0000', 'for=', 'for="', '10.0.0.1,', '::', '@', ':', '#', '?', '<'],
];

/** One piece, or two in turn, as often as fit into `size` characters. */
const repeated = (size: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ...PIECES), fc.integer({ min: 1, max: size }))
    .map(([one, other, length]) => (one + other).repeat(Math.ceil(length / (one + other).length)).slice(0, length));

/** An event whose size stands in a single one of its values. */
function costlyEvent({ trackingKey }: Target): fc.Arbitrary<Attack> {
  const right = { key: trackingKey, type: 'pageview', url: 'https://example.com/' };
  const value = repeated(14_000);
  const event = fc.oneof(
    value.map((query) => ({ ...right, url: `https://example.com/?${query}` })),
    value.map((path) => ({ ...right, url: `https://example.com/${path}` })),
    value.map((hash) => ({ ...right, url: `https://example.com/#${hash}`, hash: true })),
    value.map((host) => ({ ...right, referrer: `https://${host}.example/` })),
    value.map((source) => ({
      ...right,
      url: `https://example.com/?utm_source=${encodeURIComponent(wellFormed(source))}`,
    })),
    fc
      .tuple(fc.constantFrom('referrer', 'language', 'screen', 'key'), value)
      .map(([name, long]) => ({ ...right, [name]: long })),
    value.map((link) => ({ ...right, type: 'exit', link: `https://example.org/${link}` })),
    value.map((name) => ({ ...right, type: 'custom', name })),
    fc
      .integer({ min: 1, max: 1_500 })
      .map((count) => ({ ...right, type: 'custom', name: 'x', props: manyFields(count) })),
    fc.integer({ min: 1, max: 1_500 }).map((count) => ({ ...right, ...manyFields(count) })),
    fc.integer({ min: 1, max: 2_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  );
  return fc.tuple(event, repeated(7_000)).map(([body, agent]) => eventOf('costly event', body, agent));
}

const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));

const eventOf = (kind: string, event: unknown, agent: string): Attack => ({
  kind,
  method: 'POST',
  path: '/api/event',
  headers: { 'Content-Type': 'text/plain', 'User-Agent': headerText(agent) },
  body: typeof event === 'string' ? event : JSON.stringify(event),
});

const LISTS = ['pages', 'referrers', 'campaigns', 'cities', 'countries', 'browsers', 'os', 'languages', 'channels'];
const FILTERS = ['page', 'referrer', 'campaign', 'entryPage', 'country', 'city', 'browser', 'os', 'language', 'device'];

function costlyQuery({ apiKey, ownIds }: Target): fc.Arbitrary<Attack> {
  const path = fc
    .tuple(fc.constantFrom(...ownIds), fc.constantFrom('main', 'visitors-chart', ...LISTS))
    .map(([id, list]) => `/api/v1/websites/${id}/stats/${list}?from=2026-03-28&to=2026-03-29`);
  const pairs = fc.array(fc.tuple(fc.constantFrom(...FILTERS, 'limit', 'granularity'), repeated(2_000)), {
    maxLength: 4,
  });
  return fc.tuple(path, pairs).map(([start, rest]) => ({
    kind: 'costly query',
    method: 'GET',
    path: ascii(
      `${start}&${rest.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join('&')}`,
    ).slice(0, 12_000),
    headers: { 'X-API-Key': apiKey },
  }));
}

function pageAttack({ cookie, ownIds, foreignIds }: Target): fc.Arbitrary<Attack> {
  const pages = [
    '',
    '/settings',
    '/settings/exclusions',
    '/sharing',
    '/snippet',
    '/favicon',
    '/pages',
    '/pages.csv',
    '/countries',
    '/delete-events',
  ];
  const path = fc.oneof(
    fc
      .tuple(fc.constantFrom(...ownIds, ...foreignIds), fc.constantFrom(...pages))
      .map(([id, page]) => `/websites/${id}${page}`),
    fc.constantFrom('/', '/websites', '/websites/new', '/settings/profile', '/settings/security', '/login', '/welcome'),
    text.map((end) => `/${encodeURIComponent(wellFormed(end))}`),
  );
  const name = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...['range', 'from', 'to', 'filter', 'search', 'page', 'cursor', 'list', 'metric', 'next'],
        ...FILTERS,
      ),
    },
    { weight: 1, arbitrary: named('property', 'any.property').map((each) => encodeURIComponent(wellFormed(each))) },
  );
  const pairs = fc.array(fc.tuple(name, fc.oneof(text, repeated(1_000))), { maxLength: 4 });
  return fc.tuple(path, pairs, fc.boolean()).map(([start, given, isSignedIn]) => ({
    kind: 'page',
    method: 'GET',
    path: ascii(`${start}?${given.map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(value))}`).join('&')}`),
    headers: isSignedIn ? { Cookie: cookie } : {},
  }));
}

/** Forms that change little when they succeed: else the attacker would sign itself out. */
const FORMS = [
  ...['/login', '/signup', '/welcome', '/forgot-password', '/login/two-factor', '/settings/profile', '/websites/new'],
  ...[
    '/settings/profile/email',
    '/settings/security/password',
    '/settings/two-factor/off',
    '/settings/profile/picture',
  ],
];

function formAttack({ cookie, ownIds }: Target): fc.Arbitrary<Attack> {
  const own = fc
    .tuple(fc.constantFrom(...ownIds), fc.constantFrom('', '/tracking', '/exclusions'))
    .map(([id, tab]) => `/websites/${id}/settings${tab}`);
  const name = fc.constantFrom(
    ...['email', 'password', 'newPassword', 'code', 'next', 'firstName', 'lastName', 'name', 'domain', 'timezone'],
    ...['excludedIps', 'excludedPaths', 'allowedDomains', 'favicon', 'picture', 'chartTheme', '__proto__'],
  );
  const pairs = fc.array(fc.tuple(name, fc.oneof(text, repeated(3_000))), { maxLength: 6 });
  return fc.tuple(fc.oneof(fc.constantFrom(...FORMS), own), pairs, fc.boolean()).map(([path, given, isSignedIn]) => ({
    kind: 'form',
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
      ...(isSignedIn && { Cookie: cookie }),
    },
    body: given.map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(value))}`).join('&'),
  }));
}

function costlyImport({ apiKey, ownIds }: Target): fc.Arbitrary<Attack> {
  const right = { timestamp: '2026-03-01T10:00:00Z', visitor: 'ada' };
  const line = fc.oneof(
    repeated(20_000).map((query) => JSON.stringify({ ...right, url: `https://example.com/?${query}` })),
    repeated(5_000).map((agent) =>
      JSON.stringify({ ...right, url: 'https://example.com/', ip: '192.0.2.1', userAgent: agent }),
    ),
    repeated(20_000),
    fc.integer({ min: 1, max: 3_000 }).map((count) => '\n'.repeat(count)),
  );
  return fc.tuple(fc.constantFrom(...ownIds), fc.array(line, { maxLength: 8 })).map(([id, lines]) => ({
    kind: 'costly import',
    method: 'POST',
    path: `/api/v1/websites/${id}/import`,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  }));
}

/** Keys, cookies and links that somebody tries. */
function guess({ ownIds }: Target): fc.Arbitrary<Attack> {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  const get = (path: string, headers: Readonly<Record<string, string>>): Attack => ({
    kind: 'guess',
    method: 'GET',
    path,
    headers,
  });
  return fc.oneof(
    hex.map((key) => get('/api/v1/account', { 'X-API-Key': `ff_live_${key}` })),
    text.map((key) => get('/api/v1/account', { Authorization: `Bearer ${headerText(key)}` })),
    hex.map((token) => get(`/websites/${ownIds[0]}`, { Cookie: `footfall_login=${token}` })),
    hex.map((token) => get(`/share/${token}`, {})),
    hex.map((token) => get(`/reset-password/${token}`, {})),
  );
}

const headerAttack: fc.Arbitrary<Attack> = fc
  .tuple(
    fc.constantFrom('Forwarded', 'X-Forwarded-For', 'Cookie', 'Accept-Language', 'Sec-CH-UA', 'Range', 'If-None-Match'),
    repeated(7_000),
    fc.constantFrom('/health/ready', '/metrics', '/js/tracker.min.js', '/api/v1/openapi.json', '/login'),
  )
  .map(([name, value, path]) => ({ kind: 'header', method: 'GET', path, headers: { [name]: headerText(value) } }));

/** What may stand in a header's value. */
const headerText = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();

/** What may stand in a request line. */
const ascii = (path: string): string =>
  wellFormed(path).replace(/[^\x21-\x7e]/g, (found) => encodeURIComponent(found) || '_');

const wellFormed = (value: string): string => value.toWellFormed();
