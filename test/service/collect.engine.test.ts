import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { dropped, pageview, type Sender, send } from './browser.js';
import { filesWith, storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const RANGE = { from: '2026-03-29', to: '2026-03-29' };

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const stat = async (websiteId: string, endpoint: string, query: Readonly<Record<string, string>> = {}) =>
  (await owner.get(`/websites/${websiteId}/stats/${endpoint}`, { ...RANGE, ...query })).body.data;

async function failure(response: Response) {
  const { success, data, meta } = (await response.json()) as {
    success: boolean;
    data: null;
    meta: { errors: string[] };
  };
  expect({ success, data }).toEqual({ success: false, data: null });
  return { status: response.status, errors: meta.errors };
}

describe('an event', () => {
  test.each<[string, object, object]>([
    ['pageview', {}, { totalVisitors: 1, totalPageviews: 1, bounceRate: 1 }],
    ['exit', { link: 'https://other.example/' }, { totalVisitors: 1, totalPageviews: 0, bounceRate: 0 }],
    [
      'custom',
      { name: 'signup', props: { plan: 'pro', seats: 3, trial: true } },
      { totalVisitors: 1, totalPageviews: 0 },
    ],
    ['leave', { seconds: 42 }, { totalVisitors: 0, totalPageviews: 0 }],
  ])('of the type %s is accepted as text and as JSON', async (type, more, figures) => {
    for (const contentType of ['text/plain', 'application/json', 'APPLICATION/JSON; charset=utf-8']) {
      const { id, apiKey } = await owner.website();
      const event = { ...pageview(apiKey), type, ...more };
      const response = await send(service, event, { headers: { 'Content-Type': contentType } });
      expect([response.status, await response.text(), dropped(response)]).toEqual([202, '', null]);
      await service.drain();
      expect(await stat(id, 'main')).toMatchObject(figures);
      expect((await stat(id, 'has-events')).hasEvents).toBe(type !== 'leave');
    }
  });

  test('shows by itself', async () => {
    const { id, apiKey } = await owner.website();
    await send(service, pageview(apiKey));
    await expect.poll(async () => (await stat(id, 'main')).totalPageviews).toBe(1);
  });

  test('says what it is seen with, and an exit where it leads', async () => {
    const { id, apiKey } = await owner.website();
    await send(service, pageview(apiKey, '/caf%C3%A9/?q=1#top', { language: 'pt_br', screen: '1440x900' }));
    await send(service, { ...pageview(apiKey), type: 'exit', link: 'https://me:pw@other.example/a?b=1#c' });
    await service.drain();
    expect(await stat(id, 'pages')).toMatchObject({ data: [{ page: '/' }, { page: '/café', pageviews: 1 }] });
    expect(await stat(id, 'browsers')).toMatchObject({ data: [{ browser: 'Chrome' }] });
    expect(await stat(id, 'os')).toMatchObject({ operatingSystems: [{ name: 'Windows', code: 'windows' }] });
    expect(await stat(id, 'devices')).toMatchObject({ data: [{ device: 'desktop' }] });
    expect(await stat(id, 'languages')).toMatchObject({ languages: [{ code: 'pt-BR' }] });
    expect(await stat(id, 'countries')).toMatchObject({ data: [{ country: 'ZZ' }] });
    expect(await stat(id, 'exit-links')).toEqual({
      exitLinks: [{ hostname: 'other.example', url: 'https://other.example/a?b=1', clicks: 1, percentage: 100 }],
      totalClicks: 1,
    });
  });

  test('whose link is longer than what is kept of it is listed by what is left', async () => {
    const { id, apiKey } = await owner.website();
    const link = `https://other.example/${'a'.repeat(2_000)}`;
    expect((await send(service, { ...pageview(apiKey), type: 'exit', link })).status).toBe(202);
    await service.drain();
    expect(await stat(id, 'exit-links')).toMatchObject({
      exitLinks: [{ hostname: 'other.example', url: link.slice(0, 2000), clicks: 1 }],
    });
  });

  test('whose link has a host longer than any can be is refused', async () => {
    const { apiKey } = await owner.website();
    const link = `https://${'a'.repeat(1987)}.xn--bcher-kva.example/`;
    expect((await send(service, { ...pageview(apiKey), type: 'exit', link })).status).toBe(400);
  });

  test('leaves neither address nor user agent behind', async () => {
    const { id, apiKey } = await owner.website();
    const sender = {
      address: '198.51.100.77',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Peculiar/77.1 Firefox/140.0',
    };
    await send(service, pageview(apiKey), sender);
    expect(await filesWith(service, id)).not.toEqual([]);
    expect(await filesWith(service, sender.address)).toEqual([]);
    expect(await filesWith(service, 'Peculiar')).toEqual([]);
  });
});

describe('what is not well-formed:', () => {
  test.each<[string, object | string, readonly string[]]>([
    ['nothing', '', ['Request body is not valid JSON']],
    ['no JSON', '{"key":', ['Request body is not valid JSON']],
    ['no object', '[]', ['Request body must be a JSON object']],
    ['null', 'null', ['Request body must be a JSON object']],
    ['no field', {}, ['type: must be one of pageview, exit, custom, leave', 'key: is required', 'url: is required']],
    ['another type', { ...pageview('k'), type: 'purchase' }, ['type: must be one of pageview, exit, custom, leave']],
    ['no key and no URL', { type: 'pageview' }, ['key: is required', 'url: is required']],
    ['a script for a URL', { ...pageview('k'), url: 'javascript:alert(1)' }, ['url: must be an http or https URL']],
    ['a path for a URL', { ...pageview('k'), url: '/pricing' }, ['url: must be an http or https URL']],
    ['a list for a URL', { ...pageview('k'), url: ['https://example.com/'] }, ['url: must be a string']],
    ['an exit without a link', { ...pageview('k'), type: 'exit' }, ['link: is required']],
    [
      'an exit to a file',
      { ...pageview('k'), type: 'exit', link: 'file:///etc/passwd' },
      ['link: must be an http or https URL'],
    ],
    ['a pageview with a link', { ...pageview('k'), link: 'https://other.example/' }, ['link: unknown field']],
    ['a custom event without a name', { ...pageview('k'), type: 'custom' }, ['name: is required']],
    ['an empty name', { ...pageview('k'), type: 'custom', name: '' }, ['name: must not be empty']],
    [
      'a long name',
      { ...pageview('k'), type: 'custom', name: 'x'.repeat(121) },
      ['name: must have at most 120 characters'],
    ],
    [
      'properties that are none',
      { ...pageview('k'), type: 'custom', name: 'x', props: 'pro' },
      ['props: must be an object'],
    ],
    [
      'properties of other kinds',
      { ...pageview('k'), type: 'custom', name: 'x', props: { plan: null, user: {}, list: ['x'] } },
      ['plan', 'user', 'list'].map((name) => `props.${name}: must be a number, true, false or a string`),
    ],
    ['a list of properties', { ...pageview('k'), props: ['pro'] }, ['props: must be an object']],
    [
      'a depth beyond the page',
      { ...pageview('k'), type: 'leave', seconds: 1, scroll: 101 },
      ['scroll: must be a number between 0 and 100'],
    ],
    ['a pageview with a depth', { ...pageview('k'), scroll: 50 }, ['scroll: unknown field']],
    [
      'thousands of unknown fields',
      { ...pageview('k'), ...Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [`f${index}`, 1])) },
      [...Array.from({ length: 20 }, (_, index) => `f${index}: unknown field`), 'and 1,214 more errors'],
    ],
    [
      'seconds and switches of other kinds',
      { ...pageview('k'), type: 'leave', seconds: -1, localhost: 'yes', hash: 1 },
      [
        'localhost: must be true or false',
        'hash: must be true or false',
        'seconds: must be a number between 0 and 86,400',
      ],
    ],
    ['a leave without seconds', { ...pageview('k'), type: 'leave' }, ['seconds: is required']],
    ['an address', { ...pageview('k'), ip: '203.0.113.1' }, ['ip: unknown field']],
    ['a user agent', { ...pageview('k'), userAgent: 'x' }, ['userAgent: unknown field']],
    [
      'a time',
      { ...pageview('k'), timestamp: '2026-01-01T00:00:00Z', time: 1 },
      ['timestamp: unknown field', 'time: unknown field'],
    ],
    ['a visitor', { ...pageview('k'), visitor: 'ada' }, ['visitor: unknown field']],
  ])('%s', async (_what, event, errors) => {
    expect(await failure(await send(service, event))).toEqual({ status: 400, errors });
  });

  test('another content type', async () => {
    const response = await send(service, pageview('k'), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(await failure(response)).toEqual({
      status: 415,
      errors: ['Content-Type must be application/json or text/plain'],
    });
  });

  test('another encoding', async () => {
    const refusalOf = async (headers: Readonly<Record<string, string>>) =>
      failure(await send(service, pageview('k'), { headers }));
    expect(await refusalOf({ 'Content-Type': 'text/plain;charset=latin1' })).toEqual({
      status: 415,
      errors: ['Content-Type: charset must be utf-8'],
    });
    expect(await refusalOf({ 'Content-Encoding': 'gzip' })).toEqual({
      status: 415,
      errors: ['Content-Encoding: must be none'],
    });
  });

  test('more than 16 KiB', async () => {
    const { apiKey } = await owner.website();
    const event = (bytes: number) => {
      const length = bytes - JSON.stringify(pageview(apiKey, '/', { referrer: '' })).length;
      return pageview(apiKey, '/', { referrer: 'x'.repeat(length) });
    };
    expect((await send(service, event(16 * 1024))).status).toBe(202);
    const tooLarge = { status: 413, errors: ['Request body is larger than 16 KiB'] };
    expect(await failure(await send(service, event(16 * 1024 + 1)))).toEqual(tooLarge);
    const announced = { headers: { 'Content-Length': String(16 * 1024 + 1) } };
    expect(await failure(await send(service, event(16 * 1024 + 1), announced))).toEqual(tooLarge);
    const otherType = { headers: { 'Content-Type': 'image/png' } };
    expect(await failure(await send(service, event(16 * 1024 + 1), otherType))).toEqual(tooLarge);
  });

  test('another method', async () => {
    const response = await service.app.request('/api/event');
    expect(response.headers.get('Allow')).toBe('POST');
    expect(await failure(response)).toEqual({ status: 405, errors: ['Method not allowed'] });
  });
});

describe('another origin', () => {
  const Origin = 'https://shop.example';

  test('may ask first', async () => {
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    const response = await service.app.request('/api/event', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('POST');
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type');
    expect(response.headers.get('Access-Control-Max-Age')).toBe('86400');
  });

  test('may read what became of an event, a failure too', async () => {
    for (const event of [pageview('nobody'), '{']) {
      const response = await send(service, event, { headers: { Origin } });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Footfall-Dropped');
    }
  });

  test('has no business in the interface', async () => {
    const headers = { Origin, 'X-API-Key': owner.key };
    const response = await service.app.request('/api/v1/account', { headers });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

const SETTINGS = {
  allowedDomains: ['shop.example', '*.cdn.example'],
  excludedIps: ['198.51.100.7', '203.0.113.128/25', '2001:db8::/32'],
  excludedPaths: ['/admin*', '*.pdf', '/geheim/käse'],
  excludedHostnames: ['staging.example.com', '*.test.example.com'],
  excludedCountries: ['FR'],
};

const at = (url: string, more: object = {}) => ({ url, ...more });
const from = (country: string): Sender => ({
  address: '10.0.0.1',
  headers: { 'X-Forwarded-For': '192.0.2.1', 'CF-IPCountry': country },
});

/** What is said of an event, how it differs from an ordinary one, and who sends it. */
type Case = [string, object, Sender?];

const DROPPED: readonly Case[] = [
  ['unknown_key', { key: 'site_unknown' }],
  ['unknown_key', { key: "' OR 1=1 --\0" }],
  ['localhost', at('http://localhost:3000/')],
  ['localhost', at('http://127.0.0.1/')],
  ['localhost', at('http://[::1]:8080/')],
  ['foreign_host', at('https://example.org/')],
  ['foreign_host', at('https://notexample.com/')],
  ['foreign_host', at('https://example.com.evil.example/')],
  ['foreign_host', at('https://cdn.example/')],
  ['internal_link', { type: 'exit', link: 'https://www.example.com/a' }],
  ['internal_link', { type: 'exit', link: 'https://a.b.EXAMPLE.com:8443/?x=1' }],
  ['internal_link', { type: 'exit', link: 'https://shop.example/' }],
  ['internal_link', { type: 'exit', link: 'http://www.shop.example/' }],
  ['internal_link', { type: 'exit', link: 'https://eu.cdn.example/' }],
  ['internal_link', at('http://localhost:3000/', { localhost: true, type: 'exit', link: 'http://localhost:8080/' })],
  ['excluded_hostname', at('https://staging.example.com/')],
  ['excluded_hostname', at('https://a.b.test.example.com/')],
  ['excluded_path', at('https://example.com/admin')],
  ['excluded_path', at('https://example.com/admin/users/7?x=1')],
  ['excluded_path', at('https://example.com/files/a.pdf')],
  ['excluded_path', at('https://example.com/geheim/k%C3%A4se/')],
  ['excluded_ip', {}, { address: '198.51.100.7' }],
  ['excluded_ip', {}, { address: '::ffff:198.51.100.7' }],
  ['excluded_ip', {}, { address: '203.0.113.200' }],
  ['excluded_ip', {}, { address: '2001:db8:7::1' }],
  ['bot', {}, { userAgent: '' }],
  ['bot', {}, { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  [
    'bot',
    {},
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/143.0.0.0 Safari/537.36' },
  ],
  ['bot', {}, { userAgent: 'curl/8.5.0' }],
  ['excluded_country', {}, from('FR')],
];

const KEPT: readonly Case[] = [
  ['the domain with www.', at('https://www.example.com/')],
  ['a subdomain', at('https://a.b.example.com./')],
  ['the domain in capitals and with a port', at('https://EXAMPLE.com:8443/')],
  ['an allowed domain', at('https://shop.example/')],
  ['a subdomain of an allowed one', at('https://eu.cdn.example/')],
  ['localhost where the script element allows it', at('http://localhost:3000/', { localhost: true })],
  ['a path that an exclusion only begins like', at('https://example.com/a/admin')],
  ['an outbound link', { type: 'exit', link: 'https://other.example/' }],
  ['an outbound link to a host that ends as the domain does', { type: 'exit', link: 'https://notexample.com/' }],
  ['an address beside an excluded block', {}, { address: '203.0.113.127' }],
  ['another country', {}, from('NL')],
];

describe('with exclusions', () => {
  let website: { readonly id: string; readonly apiKey: string };

  beforeAll(async () => {
    website = await owner.website();
    await owner.call('PATCH', `/websites/${website.id}`, SETTINGS);
  });

  test.each<Case>(DROPPED)('an event is dropped for %s: %j from %j', async (reason, more, sender) => {
    const response = await send(service, { ...pageview(website.apiKey), ...more }, sender);
    expect([response.status, dropped(response)]).toEqual([202, reason]);
  });

  test('nothing of those events is left', async () => {
    expect(await filesWith(service, website.id)).toEqual([]);
    await service.drain();
    // That something was dropped, and why, is counted.
    const { drops, ...rows } = await storedRows(service, website.id);
    expect(rows).toEqual({});
    expect(await stat(website.id, 'has-events')).toEqual({ hasEvents: false });
  });

  test.each<Case>(KEPT)('%s is kept', async (_what, more, sender) => {
    const response = await send(service, { ...pageview(website.apiKey), ...more }, sender);
    expect([response.status, dropped(response)]).toEqual([202, null]);
  });

  test('drops are counted by reason', async () => {
    const metrics = await (await service.app.request('/metrics')).text();
    for (const reason of new Set(DROPPED.map(([name]) => name))) {
      expect(metrics).toContain(`footfall_events_dropped_total{reason="${reason}"}`);
    }
  });
});

describe('the address of a client', () => {
  const visitorsFrom = async (...senders: readonly Sender[]) => {
    const { id, apiKey } = await owner.website();
    for (const sender of senders) await send(service, pageview(apiKey), sender);
    await service.drain();
    return (await stat(id, 'main')).totalVisitors;
  };
  const through = (proxy: string, client: string): Sender => ({
    address: proxy,
    headers: { 'X-Forwarded-For': client },
  });

  test('is that of the socket', async () => {
    expect(await visitorsFrom({ address: '198.51.100.1' }, { address: '198.51.100.2' })).toBe(2);
    expect(await visitorsFrom({ address: '198.51.100.1' }, { address: '::ffff:198.51.100.1' })).toBe(1);
  });

  test('is not what a client says', async () => {
    const forged = ['192.0.2.1', '192.0.2.2', '10.0.0.1'].map((client) => through('198.51.100.1', client));
    expect(await visitorsFrom(...forged)).toBe(1);
    const headers = ['X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP', 'Client-IP', 'Forwarded', 'X-Client-IP'];
    expect(await visitorsFrom(...headers.map((name) => ({ headers: { [name]: `for=${name.length}.0.0.1` } })))).toBe(1);
  });

  test('is what a trusted proxy says', async () => {
    expect(await visitorsFrom(through('10.0.0.1', '192.0.2.1'), through('10.0.0.2', '192.0.2.2'))).toBe(2);
    expect(await visitorsFrom(through('10.0.0.1', '192.0.2.1'), { address: '192.0.2.1' })).toBe(1);
  });

  test('has the country that a trusted proxy says, and only a trusted one', async () => {
    const { id, apiKey } = await owner.website();
    await send(service, pageview(apiKey), from('NL'));
    await send(service, pageview(apiKey), { ...from('BE'), address: '198.51.100.1' });
    await service.drain();
    const { data } = await stat(id, 'countries');
    expect(data.map(({ country }: { country: string }) => country)).toContain('NL');
    expect(data.map(({ country }: { country: string }) => country)).not.toContain('BE');
  });
});
