import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { dropped, pageview, send } from './browser.js';
import { type TestService, testService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 29, 12, 34, 56, 789);
const HOUR = 60 * 60 * 1000;

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW, environment: { PLAN_WEBSITES: '100' } });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const emptyDay = Array.from({ length: 24 }, (_, hour) => ({
  timestamp: new Date(Date.UTC(2026, 2, 28, 13) + hour * HOUR).toISOString(),
  visitors: 0,
}));

const fresh = (accountId: string) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  userId: accountId,
  name: 'Shop',
  domain: 'example.com',
  timezone: 'Europe/Berlin',
  apiKey: expect.stringMatching(/^site_[0-9a-f]{32}$/),
  favicon: null,
  chartTheme: 'default',
  allowedDomains: [],
  excludedIps: [],
  excludedPaths: [],
  excludedHostnames: [],
  excludedCountries: [],
  emailWeeklySummary: false,
  emailTrafficSpike: false,
  totalVisitors24h: 0,
  visitorsTimeline: emptyDay,
  createdAt: '2026-03-29T12:34:56.789Z',
  updatedAt: '2026-03-29T12:34:56.789Z',
});

describe('POST /websites', () => {
  test('adds a website and says where it is', async () => {
    const body = { name: 'Shop', domain: 'https://WWW.Example.com/start', timezone: 'Europe/Berlin' };
    const { status, headers, body: answer } = await owner.call('POST', '/websites', body);
    expect(status).toBe(201);
    expect(answer).toEqual({ success: true, data: fresh(owner.accountId), meta: { status: 201 } });
    expect(headers.get('Location')).toBe(`/api/v1/websites/${answer.data.id}`);
    expect((await owner.call('GET', `/websites/${answer.data.id}`)).body.data).toEqual(answer.data);
  });

  test('takes a favicon and ten allowed domains, and the same domain twice', async () => {
    const allowedDomains = Array.from({ length: 10 }, (_, index) => `*.shop${index}.example`);
    const settings = { favicon: 'https://example.com/icon.png', allowedDomains };
    expect(await owner.website(settings)).toMatchObject({ domain: 'example.com', ...settings });
    expect(await owner.website(settings)).toMatchObject({ domain: 'example.com', ...settings });
  });

  test.each<[string, unknown, readonly string[]]>([
    ['nothing', '', ['Request body is required']],
    ['no JSON', '{"name":', ['Request body is not valid JSON']],
    ['no object', '[]', ['Request body must be a JSON object']],
    ['null', 'null', ['Request body must be a JSON object']],
    ['no field', {}, ['name: is required', 'domain: is required', 'timezone: is required']],
    [
      'empty fields',
      { name: '', domain: '', timezone: '', favicon: '' },
      [
        'name: must be 1 to 100 characters',
        'domain: must be 1 to 500 characters',
        'timezone: must be 1 to 100 characters',
        'favicon: must be 1 to 2,000 characters',
      ],
    ],
    [
      'every error there is',
      {
        name: 'x'.repeat(101),
        domain: 'not a host',
        timezone: 'Mars/Olympus',
        favicon: 'javascript:alert(1)',
        allowedDomains: Array.from({ length: 11 }, () => 'a.example'),
        color: 'red',
      },
      [
        'name: must be 1 to 100 characters',
        'domain: must be a domain such as example.com',
        'timezone: must be an IANA time zone',
        'favicon: must be an http or https URL',
        'allowedDomains: must have at most 10 entries',
        'color: unknown field',
      ],
    ],
    [
      'other types',
      { name: ['x'], domain: 7, timezone: {}, allowedDomains: 'a.example' },
      [
        'name: must be a string',
        'domain: must be a string',
        'timezone: must be a string',
        'allowedDomains: must be a list',
      ],
    ],
    [
      'a setting that only PATCH has',
      { name: 'x', domain: 'a.example', timezone: 'UTC', chartTheme: 'ocean' },
      ['chartTheme: unknown field'],
    ],
    [
      'NUL, among others',
      { name: 'a\0b', domain: 5, timezone: 'UTC', 'k\0': { deep: ['\0'] } },
      ['name: must not contain control characters', 'domain: must be a string', 'k\0: unknown field'],
    ],
  ])('of %s is a 400', async (_what, body, errors) => {
    const answer = await owner.call('POST', '/websites', body);
    expect(failureOf(answer)).toEqual({ status: 400, errors });
    expect(answer.body).toMatchObject({ data: null, meta: { timestamp: '2026-03-29T12:34:56.789Z' } });
  });

  test('checks the size, then the type, then the content', async () => {
    const large = ' '.repeat(1024 * 1024 + 1);
    const text = { 'Content-Type': 'text/plain' };
    expect(failureOf(await owner.call('POST', '/websites', large, text))).toEqual({
      status: 413,
      errors: ['Request body is larger than 1 MiB'],
    });
    expect(failureOf(await owner.call('POST', '/websites', '{', text))).toEqual({
      status: 415,
      errors: ['Content-Type must be application/json'],
    });
    expect((await owner.call('POST', '/websites', ' '.repeat(1024 * 1024))).status).toBe(400);
  });

  test('refuses what it would have to decode first', async () => {
    const refusalOf = async (headers: Readonly<Record<string, string>>) =>
      failureOf(await owner.call('POST', '/websites', '{}', headers));
    for (const coding of ['gzip', 'br', 'gzip, identity']) {
      const errors = ['Content-Encoding: must be none'];
      expect(await refusalOf({ 'Content-Encoding': coding })).toEqual({ status: 415, errors });
    }
    for (const charset of ['latin1', '"ISO-8859-1"', 'utf-16']) {
      const errors = ['Content-Type: charset must be utf-8'];
      expect(await refusalOf({ 'Content-Type': `application/json; charset=${charset}` })).toEqual({
        status: 415,
        errors,
      });
    }
    const plain = { 'Content-Type': 'application/json;charset="UTF-8"', 'Content-Encoding': 'identity' };
    expect((await refusalOf(plain)).status).toBe(400);
  });

  test('is a 403 when the allowance is used up, however many ask at once', async () => {
    const many = await apiClient(service);
    const add = () => many.call('POST', '/websites', { name: 'x', domain: 'a.example', timezone: 'UTC' });
    for (let added = 0; added < 98; added++) await add();
    const answers = await Promise.all([add(), add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
    const refused = { status: 403, errors: ['Website limit reached: the plan self-hosted allows 100'] };
    expect(failureOf(await add())).toEqual(refused);
    expect(failureOf(await many.call('POST', '/websites', {}))).toEqual(refused);
    expect(failureOf(await many.call('POST', '/websites', '{', { 'Content-Type': 'text/plain' }))).toEqual(refused);
  });
});

test('GET /websites has the websites of the account, the oldest first', async () => {
  const account = await apiClient(service);
  expect((await account.get('/websites')).body).toEqual({ success: true, data: [], meta: { status: 200 } });
  const first = await account.website({ timezone: 'Europe/Berlin' });
  service.clock = NOW + 1;
  const second = await account.website({ name: 'Blog' });
  service.clock = NOW;
  const { data } = (await account.get('/websites', { page: '2' })).body;
  expect(data).toEqual([
    { ...fresh(account.accountId), id: first.id, apiKey: first.apiKey },
    { ...second, visitorsTimeline: emptyDay },
  ]);
});

describe('the last 24 hours', () => {
  test('are of the clock hours of the website, in zones of half hours too', async () => {
    const website = await owner.website({ timezone: 'Asia/Kolkata' });
    for (const minutes of [0, 40]) {
      service.clock = NOW - minutes * 60_000;
      await send(service, pageview(website.apiKey), { address: `203.0.113.${minutes}` });
    }
    service.clock = NOW;
    await service.drain();
    const { totalVisitors24h, visitorsTimeline } = (await owner.get(`/websites/${website.id}`)).body.data;
    expect(totalVisitors24h).toBe(2);
    expect(visitorsTimeline.slice(-2)).toEqual([
      { timestamp: '2026-03-29T11:30:00.000Z', visitors: 1 },
      { timestamp: '2026-03-29T12:30:00.000Z', visitors: 1 },
    ]);
  });

  test('have the half hour of a change of clocks', async () => {
    const website = await owner.website({ timezone: 'Australia/Lord_Howe' });
    // At 15:00 UTC, 2:00 became 1:30.
    const times = ['13:59', '14:00', '14:59', '15:00', '15:29', '15:30', '16:29', '16:30', '20:10'];
    const lines = times.map((time, visitor) =>
      JSON.stringify({ timestamp: `2026-04-04T${time}:00Z`, url: 'https://example.com/', visitor: `v${visitor}` }),
    );
    service.clock = Date.UTC(2026, 3, 4, 20, 20);
    await owner.import(website.id, lines.join('\n'));
    const { totalVisitors24h, visitorsTimeline } = (await owner.get(`/websites/${website.id}`)).body.data;
    const query = { range: '24h', metrics: ['visitors'], dimensions: ['hour'], include: ['totals'] };
    const { rows, totals } = (await owner.call('POST', `/websites/${website.id}/query`, query)).body.data;
    service.clock = NOW;
    expect(totalVisitors24h).toBe(times.length);
    expect(totals.visitors).toBe(totalVisitors24h);
    expect(rows).toHaveLength(24);
    expect(visitorsTimeline).toHaveLength(24);
    expect(visitorsTimeline[0].timestamp).toBe('2026-04-03T21:00:00.000Z');
    expect(
      visitorsTimeline
        .slice(-8)
        .map((bucket: { timestamp: string; visitors: number }) => [bucket.timestamp.slice(11, 16), bucket.visitors]),
    ).toEqual([
      ['13:00', 1],
      ['14:00', 2],
      ['15:00', 2],
      ['15:30', 2],
      ['16:30', 1],
      ['17:30', 0],
      ['18:30', 0],
      ['19:30', 1],
    ]);
  });

  test('are of the clock hours, the running one last', async () => {
    const website = await owner.website();
    const visits: readonly (readonly [string, number])[] = [
      ['203.0.113.1', NOW - 24 * HOUR - 1],
      // Within 24 hours, and before the first of their clock hours: in no bucket, so not in the total either.
      ['203.0.113.4', NOW - 24 * HOUR + 60_000],
      ['203.0.113.2', NOW - 23 * HOUR],
      ['203.0.113.3', NOW - HOUR],
      ['203.0.113.2', NOW],
    ];
    for (const [address, time] of visits) {
      service.clock = time;
      await send(service, pageview(website.apiKey), { address });
    }
    await service.drain();
    const { data } = (await owner.get(`/websites/${website.id}`)).body;
    expect(data.totalVisitors24h).toBe(2);
    expect(data.visitorsTimeline).toHaveLength(24);
    expect(data.visitorsTimeline.filter(({ visitors }: { visitors: number }) => visitors > 0)).toEqual([
      { timestamp: '2026-03-28T13:00:00.000Z', visitors: 1 },
      { timestamp: '2026-03-29T11:00:00.000Z', visitors: 1 },
      { timestamp: '2026-03-29T12:00:00.000Z', visitors: 1 },
    ]);
    expect((await owner.get('/websites')).body.data).toContainEqual(data);
  });
});

describe('PATCH /websites/:id', () => {
  const patch: Readonly<Record<string, unknown>> = {
    name: 'Laden 🦶',
    domain: 'laden.example',
    timezone: 'Asia/Kathmandu',
    favicon: 'https://laden.example/i.svg',
    allowedDomains: ['*.laden.example', 'other.example'],
    chartTheme: 'cyber',
    excludedIps: ['203.0.113.0/24', '2001:db8::1'],
    excludedPaths: ['/admin*', '*.pdf'],
    excludedHostnames: ['staging.laden.example', '*.test.example'],
    excludedCountries: ['DE', 'FR'],
    emailWeeklySummary: true,
    emailTrafficSpike: true,
  };

  test.each(Object.keys(patch))('changes %s and nothing else', async (field) => {
    const before = await owner.website();
    service.clock = NOW + 1000;
    const { status, body } = await owner.call('PATCH', `/websites/${before.id}`, { [field]: patch[field] });
    const after = await owner.call('GET', `/websites/${before.id}`);
    service.clock = NOW;
    expect(status).toBe(200);
    const timeline = field === 'timezone' && { visitorsTimeline: body.data.visitorsTimeline };
    const expected = { ...before, [field]: patch[field], ...timeline, updatedAt: '2026-03-29T12:34:57.789Z' };
    expect(body.data).toEqual(expected);
    expect(after.body.data).toEqual(body.data);
  });

  test('changes all at once, and takes a favicon away', async () => {
    const { id } = await owner.website();
    expect((await owner.call('PATCH', `/websites/${id}`, patch)).body.data).toMatchObject(patch);
    expect((await owner.call('PATCH', `/websites/${id}`, { favicon: null })).body.data.favicon).toBeNull();
  });

  test.each(['default', 'ocean', 'forest', 'sunset', 'monochrome', 'vibrant', 'midnight', 'candy', 'cyber'])(
    'knows the theme %s',
    async (chartTheme) => {
      const { id } = await owner.website();
      expect((await owner.call('PATCH', `/websites/${id}`, { chartTheme })).body.data).toMatchObject({ chartTheme });
    },
  );

  test('takes an answer back, changed', async () => {
    const before = await owner.website();
    const { status, body } = await owner.call('PATCH', `/websites/${before.id}`, { ...before, name: 'Changed' });
    expect([status, body.data]).toEqual([200, { ...before, name: 'Changed' }]);
  });

  test('tells every error at once and changes nothing', async () => {
    const before = await owner.website();
    const wrong = {
      name: '',
      chartTheme: 'pink',
      excludedIps: ['203.0.113.0/33'],
      excludedPaths: ['admin'],
      excludedCountries: ['Germany'],
      emailWeeklySummary: 'yes',
      apiKey: 'mine',
      id: randomUUID(),
    };
    const answer = await owner.call('PATCH', `/websites/${before.id}`, { timezone: 'UTC', ...wrong });
    expect(failureOf(answer)).toEqual({
      status: 400,
      errors: [
        'name: must be 1 to 100 characters',
        'chartTheme: must be one of default, ocean, forest, sunset, monochrome, vibrant, midnight, candy, cyber',
        'excludedIps.0: must be an IP address or CIDR range',
        'excludedPaths.0: must begin with / or *',
        'excludedCountries.0: must be a two-letter country code such as DE',
        'emailWeeklySummary: must be true or false',
        'id: cannot be changed',
        'apiKey: cannot be changed',
      ],
    });
    const mixed = await owner.call('PATCH', `/websites/${before.id}`, { name: '', userId: 'x', createdAt: 5, no: 1 });
    expect(failureOf(mixed)).toEqual({
      status: 400,
      errors: [
        'name: must be 1 to 100 characters',
        expect.stringMatching(/^createdAt: /),
        'no: unknown field',
        'userId: cannot be changed',
      ],
    });
    const changed = await owner.call('PATCH', `/websites/${before.id}`, {
      apiKey: 'mine',
      id: randomUUID(),
      name: 'x',
    });
    expect(failureOf(changed)).toEqual({
      status: 400,
      errors: ['id: cannot be changed', 'apiKey: cannot be changed'],
    });
    expect((await owner.call('GET', `/websites/${before.id}`)).body.data).toEqual(before);
  });
});

describe('POST /websites/:id/regenerate-tracking-key', () => {
  test('kills the old key at once', async () => {
    const before = await owner.website();
    const { status, body } = await owner.call('POST', `/websites/${before.id}/regenerate-tracking-key`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, apiKey: expect.stringMatching(/^site_[0-9a-f]{32}$/) });
    expect(body.data.apiKey).not.toBe(before.apiKey);
    expect(dropped(await send(service, pageview(before.apiKey)))).toBe('unknown_key');
    expect(dropped(await send(service, pageview(body.data.apiKey)))).toBeNull();
  });
});

describe('GET /websites/:id/embed-code', () => {
  test.each([
    [undefined, ''],
    ['false', ''],
    ['0', ''],
    ['False', ''],
    ['', ' data-allow-localhost="true"'],
    ['1', ' data-allow-localhost="true"'],
    ['TRUE', ' data-allow-localhost="true"'],
    ['true', ' data-allow-localhost="true"'],
  ])('with allowLocalhost %j', async (allowLocalhost, attribute) => {
    const { id, apiKey } = await owner.website();
    const { status, body } = await owner.get(`/websites/${id}/embed-code`, { allowLocalhost });
    expect(status).toBe(200);
    const src = 'https://footfall.example/js/tracker.min.js';
    expect(body.data).toEqual({
      embedCode: `<script defer src="${src}" data-website-id="${apiKey}"${attribute}></script>`,
    });
  });

  test.each(['2', 'yes', 'on'])('refuses %j', async (allowLocalhost) => {
    const { id } = await owner.website();
    const answer = await owner.get(`/websites/${id}/embed-code`, { allowLocalhost });
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['allowLocalhost: must be true or false'] });
  });
});

describe('DELETE /websites/:id', () => {
  test('confirms it, once', async () => {
    const { id, apiKey } = await owner.website();
    const answers = await Promise.all([1, 2].map(() => owner.call('DELETE', `/websites/${id}`)));
    const [first, second] = answers.toSorted((one, other) => one.status - other.status);
    expect(first?.body).toEqual({ success: true, data: null, meta: { status: 200, message: 'Website deleted' } });
    expect(second && failureOf(second)).toEqual({ status: 404, errors: ['Website not found'] });
    expect((await owner.call('GET', `/websites/${id}`)).status).toBe(404);
    expect((await owner.get('/websites')).body.data.map((website: { id: string }) => website.id)).not.toContain(id);
    expect(dropped(await send(service, pageview(apiKey)))).toBe('unknown_key');
  });
});

test('an id is the same in capitals', async () => {
  const { id } = await owner.website();
  expect((await owner.call('GET', `/websites/${id.toUpperCase()}`)).body.data.id).toBe(id);
});
