import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DAY = { from: '2026-04-01', to: '2026-04-01' };

let service: TestService;
let owner: ApiClient;
let id: string;

const LINES = [
  { visitor: 'a', url: 'https://example.com/', country: 'DE', browser: 'Firefox' },
  { visitor: 'a', url: 'https://example.com/docs', country: 'DE', browser: 'Firefox' },
  { visitor: 'b', url: 'https://example.com/docs?utm_source=news', country: 'FR', browser: 'Chrome' },
  {
    visitor: 'b',
    url: 'https://example.com/docs',
    type: 'custom',
    name: 'signup',
    props: { plan: '404', price: 9.5 },
    country: 'FR',
  },
  {
    visitor: 'c',
    url: 'https://example.com/',
    type: 'custom',
    name: '=cmd',
    props: { plan: 404, trial: true },
    country: 'DE',
  },
];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website({ domain: 'example.com' }));
  const lines = LINES.map((line, minute) => JSON.stringify({ timestamp: `2026-04-01T10:0${minute}:00Z`, ...line }));
  await owner.import(id, lines.join('\n'));
});

afterAll(() => service.close());

const ask = (body: object, headers = {}) => owner.call('POST', `/websites/${id}/query`, { ...DAY, ...body }, headers);

describe('a query', () => {
  test('has rows, totals, and itself as it was understood', async () => {
    const { body } = await ask({
      metrics: ['visitors', 'percentage'],
      dimensions: ['country'],
      filters: { dimension: 'browser', operator: 'is', values: ['firefox', 'chrome'] },
      include: ['totals', 'totalRows'],
    });
    expect(body.data).toEqual({
      rows: [
        { country: 'DE', visitors: 1, percentage: 50 },
        { country: 'FR', visitors: 1, percentage: 50 },
      ],
      totals: { visitors: 2, percentage: 100 },
      totalRows: 2,
      nextCursor: null,
      query: {
        websites: [id],
        timezone: 'UTC',
        from: '2026-04-01T00:00:00.000Z',
        to: '2026-04-02T00:00:00.000Z',
        metrics: ['visitors', 'percentage'],
        dimensions: ['country'],
        filters: { dimension: 'browser', operator: 'is', values: ['Firefox', 'Chrome'] },
        orderBy: [{ by: 'visitors', direction: 'desc' }],
        limit: 100,
        source: 'visits',
      },
    });
    expect(body.meta).toEqual({ status: 200, warnings: [] });
  });

  test('keeps the types of properties, and names what is missing', async () => {
    const { body } = await ask({ metrics: ['events'], dimensions: ['property:plan', 'utmSource'] });
    expect(body.data.rows).toEqual([
      { 'property:plan': '404', utmSource: 'news', events: 1 },
      { 'property:plan': 404, utmSource: null, events: 1 },
    ]);
    const { body: sums } = await ask({
      metrics: ['sum:price', 'avg:price'],
      filters: [{ dimension: 'property:price', operator: 'greater', values: [9] }],
    });
    expect(sums.data.rows).toEqual([{ 'sum:price': 9.5, 'avg:price': 9.5 }]);
  });

  test('fills the rows of time, and those of other dimensions when asked', async () => {
    const range = { from: '2026-03-31', to: '2026-04-01', metrics: ['visitors'] };
    const { body: days } = await ask({ ...range, dimensions: ['day'] });
    expect(days.data.rows).toEqual([
      { day: '2026-03-31', visitors: 0 },
      { day: '2026-04-01', visitors: 3 },
    ]);
    const { body: all } = await ask({ ...range, dimensions: ['day', 'country'], include: ['emptyRows'] });
    expect(all.data.rows).toHaveLength(4);
    expect((await ask({ ...range, dimensions: ['day', 'country'] })).body.data.rows).toHaveLength(2);
  });

  test('has empty rows of goals and websites when asked, also together with other dimensions', async () => {
    const own = await apiClient(service);
    const { id: shop } = await own.website({ domain: 'example.com' });
    const goal = async (name: string, page: string) => {
      const match = { dimension: 'page', operator: 'is', values: [page] };
      return (await own.call('POST', `/websites/${shop}/goals`, { name, match })).body.data.id;
    };
    const [paid, never] = [await goal('Paid', '/paid'), await goal('Never', '/never')];
    const lines = [
      { timestamp: '2026-04-01T10:00:00Z', url: 'https://example.com/paid', visitor: 'a', country: 'DE' },
      { timestamp: '2026-04-01T10:01:00Z', url: 'https://example.com/', visitor: 'b', country: 'FR' },
    ];
    await own.import(shop, lines.map((line) => JSON.stringify(line)).join('\n'));
    const include = ['emptyRows'];
    const read = async (query: object) =>
      (await own.call('POST', `/websites/${shop}/query`, { ...DAY, include, ...query })).body.data.rows;
    const metrics = ['visitors', 'visits'];
    expect(await read({ dimensions: ['goal'], metrics, comparison: { mode: 'previous' } })).toEqual([
      { goal: paid, visitors: 1, visits: 1, comparison: { visitors: 0, visits: 0 } },
      { goal: never, visitors: 0, visits: 0, comparison: { visitors: 0, visits: 0 } },
    ]);
    expect(await read({ dimensions: ['country'] })).toEqual(await read({ dimensions: ['country'], include: [] }));
    expect(await read({ dimensions: ['goal'], include: [] })).toEqual([{ goal: paid, visitors: 1 }]);
    const byCountry = await read({ dimensions: ['goal', 'country'], metrics });
    expect(byCountry).toHaveLength(4);
    expect(byCountry[0]).toEqual({ goal: paid, country: 'DE', visitors: 1, visits: 1 });
    const byDay = await read({ from: '2026-03-31', dimensions: ['goal', 'day'], orderBy: [{ by: 'visitors' }] });
    expect(byDay).toHaveLength(4);
    expect(byDay[0]).toEqual({ goal: paid, day: '2026-04-01', visitors: 1 });

    const { id: quiet } = await own.website({ domain: 'quiet.example' });
    const query = { ...DAY, websites: [quiet, shop], dimensions: ['website'], metrics };
    const of = (website: string, visitors: number) => ({ website, visitors, visits: visitors });
    const readAll = async (more: object = {}) => (await own.call('POST', '/query', { ...query, ...more })).body.data;
    for (const isCounted of [false, true]) {
      if (isCounted) for (const website of [shop, quiet]) await counted(service, website);
      const all = await readAll({ include });
      if (isCounted) expect(all.query.source).toBe('daily_visitors');
      expect(all.rows).toEqual([of(shop, 2), of(quiet, 0)]);
      expect((await readAll({ dimensions: ['website', 'day'], include })).rows).toHaveLength(2);
      expect((await readAll({ dimensions: ['website', 'country'], include })).rows).toHaveLength(2);
      expect((await readAll()).rows).toEqual([of(shop, 2)]);
      expect((await readAll({ dimensions: ['website', 'day'] })).rows).toEqual([{ ...of(shop, 2), day: DAY.from }]);
    }
  });

  test('has an empty text of a property as a missing value, which a filter selects', async () => {
    const own = await apiClient(service);
    const { id: other } = await own.website({ domain: 'example.com' });
    const unknown = { country: 'ZZ', city: 'Unknown', browser: 'Unknown', os: 'Unknown', language: 'und' };
    const traits = { ...unknown, referrer: 'Direct', channel: 'Direct', device: 'desktop' };
    // As an export has them: of other lines, empty texts are left out.
    const lines = [{ plan: '' }, { plan: 'pro' }, {}].map((props, place) =>
      JSON.stringify({
        ...{ timestamp: '2026-04-01T10:00:00Z', url: 'https://example.com/', visitor: `v${place}`, type: 'custom' },
        stored: { ...traits, hostname: 'example.com', path: '/', name: 'signup', props: JSON.stringify(props) },
      }),
    );
    await own.import(other, lines.join('\n'));
    const read = async (query: object) =>
      (await own.call('POST', `/websites/${other}/query`, { ...DAY, metrics: ['events'], ...query })).body.data.rows;
    expect(await read({ dimensions: ['property:plan'] })).toEqual([
      { 'property:plan': null, events: 2 },
      { 'property:plan': 'pro', events: 1 },
    ]);
    const events = async (operator: string, values: readonly unknown[]) =>
      (await read({ filters: { dimension: 'property:plan', operator, values } }))[0].events;
    expect(await events('is', [null])).toBe(2);
    expect(await events('is_not', [null])).toBe(1);
    expect(await events('matches', ['.*'])).toBe(1);
    const { body } = await own.get(`/websites/${other}/values`, { ...DAY, dimension: 'property:plan' });
    expect(body.data.values).toEqual([{ value: 'pro', label: 'pro', visitors: 1 }]);
  });

  test('is compared with the same row before, which may be missing', async () => {
    const comparison = { mode: 'previous' };
    const { body } = await ask({ metrics: ['visitors'], dimensions: ['country'], comparison, include: ['totals'] });
    expect(body.data.rows[0]).toEqual({ country: 'DE', visitors: 2, comparison: { visitors: null } });
    expect(body.data.totals).toEqual({ visitors: 3, comparison: { visitors: 0 } });
    const weekday = { mode: 'previous', matchWeekday: true };
    // The nearest same weekday is the range itself.
    expect((await ask({ comparison: weekday })).body.data.query.comparison.from).toBe('2026-03-31T00:00:00.000Z');
    const year = { mode: 'year', matchWeekday: true };
    expect((await ask({ comparison: year })).body.data.query.comparison).toEqual({
      mode: 'year',
      from: '2025-04-02T00:00:00.000Z',
      to: '2025-04-03T00:00:00.000Z',
    });
  });

  test('of no time at all has nothing', async () => {
    const none = { from: '2026-04-01T10:00', to: '2026-04-01T10:00', include: ['totals', 'totalRows', 'comparison'] };
    const nothing = { visitors: 0, comparison: { visitors: null } };
    expect((await ask(none)).body.data).toMatchObject({ rows: [nothing], totals: nothing, totalRows: 1 });
    expect((await ask({ ...none, dimensions: ['day', 'page'] })).body.data).toMatchObject({ rows: [], totalRows: 0 });
    const future = await ask({ from: '2026-06-01', to: '2026-06-02', dimensions: ['day'] });
    expect(future.body.data.rows).toEqual([]);
    expect(future.body.meta.warnings.map(({ code }: { code: string }) => code)).toEqual(['clipped_range']);
  });

  test('is compared with the same dates of the year before, whichever years have 29 February', async () => {
    const { id: other } = await owner.website({ domain: 'example.com', timezone: 'Africa/Cairo' });
    const days = ['2023-02-27', '2023-02-28', '2023-03-01', '2023-03-02', '2024-02-28', '2024-02-29', '2024-03-01'];
    const lines = days.map(
      (day, place) => `{"timestamp":"${day}T10:00:00Z","visitor":"v${place}","url":"https://example.com/"}`,
    );
    await owner.import(other, lines.join('\n'));
    const compare = async (from: string, to: string, mode = 'year') => {
      const query = { from, to, dimensions: ['day'], comparison: { mode }, include: ['totals'] };
      const { body } = await owner.call('POST', `/websites/${other}/query`, query);
      const { rows, totals } = body.data;
      const before = rows.map((each: { comparison: { visitors: number | null } }) => each.comparison.visitors);
      return { before, total: totals.comparison.visitors, range: body.data.query.comparison };
    };
    expect(await compare('2024-02-27', '2024-03-02')).toMatchObject({ before: [1, 1, null, 1, 1], total: 4 });
    expect(await compare('2025-02-27', '2025-03-01')).toMatchObject({ before: [0, 2, 1], total: 3 });
    // Clocks change at midnight: the day before begins and ends with its own local day.
    expect((await compare('2026-04-24', '2026-04-24')).range).toMatchObject({ from: '2025-04-23T22:00:00.000Z' });
    expect((await compare('2025-10-31', '2025-10-31')).range).toMatchObject({ to: '2024-10-31T22:00:00.000Z' });
  });

  test('is compared row by row with a custom range of another length', async () => {
    const { id: other } = await owner.website({ domain: 'example.com' });
    const days = Array.from({ length: 30 }, (_, place) => new Date(Date.UTC(2026, 2, 1 + place, 10)).toISOString());
    const lines = days.map((timestamp, place) =>
      JSON.stringify({ timestamp, visitor: `v${place}`, url: 'https://example.com/' }),
    );
    await owner.import(other, lines.join('\n'));
    const query = { from: '2026-04-01', to: '2026-04-03', dimensions: ['day'], include: ['totals'] };
    const compare = async (comparison: object) =>
      (await owner.call('POST', `/websites/${other}/query`, { ...query, comparison })).body.data;
    const longer = await compare({ mode: 'custom', from: '2026-03-01', to: '2026-03-30' });
    expect(longer.rows.map((row: { comparison: object }) => row.comparison)).toEqual(Array(3).fill({ visitors: 1 }));
    expect(longer.totals.comparison).toEqual({ visitors: 30 });
    const shorter = await compare({ mode: 'custom', from: '2026-03-01', to: '2026-03-02' });
    expect(shorter.rows.map((row: { comparison: object }) => row.comparison)).toEqual([
      { visitors: 1 },
      { visitors: 1 },
      { visitors: null },
    ]);
  });

  test('has means a day beside the totals where a custom range is of another length', async () => {
    const { id: other } = await owner.website({ timezone: 'Europe/Berlin' });
    const line = (day: string, price: number, visitor: string) => ({
      timestamp: `${day}T10:00:00Z`,
      visitor,
      url: 'https://x.example/',
      type: 'custom',
      name: 'buy',
      props: { price },
    });
    const lines = [
      line('2026-03-02', 1, 'a'),
      line('2026-03-03', 2, 'b'),
      line('2026-03-28', 1, 'a'),
      line('2026-03-30', 9, 'c'),
    ];
    await owner.import(other, lines.map((each) => JSON.stringify(each)).join('\n'));
    const metrics = ['visitors', 'sum:price', 'avg:price', 'bounceRate', 'percentage'];
    const compare = async (comparison: object, range: object = { from: '2026-03-28', to: '2026-03-30' }) =>
      (await owner.call('POST', `/websites/${other}/query`, { ...range, metrics, comparison })).body.data;
    const week = { mode: 'custom', from: '2026-03-01', to: '2026-03-07' };
    const { totals, totalsPerDay } = await compare(week);
    expect(totals).toMatchObject({ visitors: 2, 'sum:price': 10, comparison: { visitors: 2, 'sum:price': 3 } });
    expect(totalsPerDay).toEqual({
      visitors: 0.67,
      'sum:price': 3.333333,
      comparison: { visitors: 0.29, 'sum:price': 0.428571 },
    });
    // A day with a change of clocks is a day.
    const same = await compare({ ...week, to: '2026-03-03' });
    expect([same.totals, same.totalsPerDay]).toEqual([undefined, undefined]);
    expect((await compare({ mode: 'previous' })).totalsPerDay).toBeUndefined();
    const half = { from: '2026-03-30T00:00:00+02:00', to: '2026-03-30T12:30:00+02:00' };
    expect((await compare({ ...week, to: '2026-03-02' }, half)).totalsPerDay).toMatchObject({
      visitors: 1.92,
      comparison: { visitors: 0.5 },
    });
    // Of a day under way, what has passed counts.
    const running = await compare({ ...week, to: '2026-03-04' }, { from: '2026-04-30', to: '2026-05-01' });
    expect(running.totalsPerDay).toMatchObject({ visitors: 0, comparison: { visitors: 0.5 } });
    const later = await compare(
      { mode: 'custom', from: '2026-03-28', to: '2026-05-20' },
      { from: '2026-03-28', to: '2026-03-30' },
    );
    expect(later.totalsPerDay).toMatchObject({ visitors: 0.67, comparison: { visitors: 0.06 } });
  });

  test('begins on the same weekday if asked to, also where the compared range then overlaps', async () => {
    const comparison = { mode: 'previous', matchWeekday: true };
    const { body } = await ask({ from: '2026-03-02', to: '2026-03-31', comparison });
    expect(body.data.query.comparison).toMatchObject({
      from: '2026-02-02T00:00:00.000Z',
      to: '2026-03-04T00:00:00.000Z',
    });
  });

  test('does not match what is missing, whatever the pattern', async () => {
    const events = async (filters: object) => (await ask({ metrics: ['events'], filters })).body.data.rows[0].events;
    expect(await events({ dimension: 'event', operator: 'matches', values: ['.*'] })).toBe(2);
    expect(await events({ dimension: 'utmSource', operator: 'matches_not', values: ['^(x)?$'] })).toBe(5);
  });

  test('is compared as far as it has come', async () => {
    const { body } = await ask({ from: '2026-05-01', to: '2026-12-31', comparison: { mode: 'year' } });
    expect(body.data.query).toMatchObject({
      to: '2026-05-02T00:00:00.000Z',
      comparison: { from: '2025-05-01T00:00:00.000Z', to: '2025-05-02T00:00:00.000Z' },
    });
  });

  test('has pages that lose no row that grows meanwhile', async () => {
    const { id: other } = await owner.website({ domain: 'example.com' });
    const add = (visitors: Readonly<Record<string, number>>, at: string) =>
      owner.import(
        other,
        Object.entries(visitors)
          .flatMap(([country, count]) =>
            Array.from({ length: count }, (_, place) =>
              JSON.stringify({
                timestamp: at,
                url: 'https://example.com/',
                visitor: `${country}${at}${place}`,
                country,
              }),
            ),
          )
          .join('\n'),
      );
    await add({ DE: 4, FR: 3, IT: 2 }, '2026-04-30T10:00:00Z');
    const query = { range: '7d', dimensions: ['country'], limit: 1 };
    const page = async (cursor: string | null) =>
      (await owner.call('POST', `/websites/${other}/query`, { ...query, cursor })).body.data;
    const first = await page(null);
    service.clock += 1;
    await add({ FR: 3 }, '2026-05-01T00:00:00.001Z');
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    expect([first, second, third].map(({ rows }) => rows[0].country)).toEqual(['DE', 'FR', 'IT']);

    // The first page as well, although events of after its time can be read already.
    service.clock += 10;
    await add({ IT: 9 }, '2026-05-01T00:00:00.009Z');
    service.clock -= 9;
    const early = await page(null);
    const next = await page(early.nextCursor);
    expect([early, next].map(({ rows }) => rows[0])).toEqual([
      { country: 'FR', visitors: 6 },
      { country: 'DE', visitors: 4 },
    ]);
    service.clock -= 2;
  });

  test('has pages in one order of revenue, although an import brings another currency between them', async () => {
    const { id: shop } = await owner.website({ domain: 'example.com' });
    const add = (currency: string, revenue: Readonly<Record<string, number>>) =>
      owner.import(
        shop,
        Object.entries(revenue)
          .map(([country, amount]) =>
            JSON.stringify({
              timestamp: '2026-03-10T10:00:00Z',
              url: 'https://example.com/',
              visitor: country,
              country,
              type: 'custom',
              name: 'purchase',
              props: { revenue: amount, currency },
            }),
          )
          .join('\n'),
      );
    const query = { from: '2026-03-10', to: '2026-03-10', metrics: ['revenue'], dimensions: ['country'], limit: 1 };
    const page = async (cursor: string | null) =>
      (await owner.call('POST', `/websites/${shop}/query`, { ...query, cursor })).body.data;
    await add('USD', { DE: 30, FR: 20, IT: 10 });
    const first = await page(null);
    await add('EUR', { DE: 1, FR: 3, IT: 2 });
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    expect([first, second, third].flatMap(({ rows }) => rows)).toEqual([
      { country: 'DE', 'revenue:USD': 30 },
      { country: 'FR', 'revenue:USD': 20 },
      { country: 'IT', 'revenue:USD': 10 },
    ]);
    const changed = JSON.parse(Buffer.from(first.nextCursor, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...changed, revenue: ["revenue:'"] })).toString('base64url');
    const { status } = await owner.call('POST', `/websites/${shop}/query`, { ...query, cursor: forged });
    expect(status).toBe(400);
  });

  test('leaves no stream behind when its reader leaves before the first row', async () => {
    for (let time = 0; time < 5; time += 1) {
      const abort = new AbortController();
      const response = await service.app.request(`/api/v1/websites/${id}/query`, {
        method: 'POST',
        headers: { 'X-API-Key': owner.key, 'Content-Type': 'application/json', Accept: 'text/csv' },
        body: JSON.stringify({ ...DAY, dimensions: ['page'] }),
        signal: abort.signal,
      });
      await response.body?.cancel();
      abort.abort();
    }
    expect((await ask({ dimensions: ['page'] }, { Accept: 'text/csv' })).status).toBe(200);
  });

  test('comes in pages that its cursor belongs to', async () => {
    const query = { dimensions: ['page'], limit: 1 };
    const first = (await ask(query)).body.data;
    expect(first.rows).toEqual([{ page: '/', visitors: 2 }]);
    const second = (await ask({ ...query, cursor: first.nextCursor })).body.data;
    expect(second).toMatchObject({ rows: [{ page: '/docs', visitors: 2 }], nextCursor: null });
    for (const cursor of ['x', 'e30', Buffer.from('{"query":"x","now":1e999}').toString('base64url')]) {
      expect((await ask({ ...query, cursor })).body.meta.problems).toEqual([
        { pointer: '/cursor', code: 'invalid_cursor', suggestions: [] },
      ]);
    }
    const other = await ask({ ...query, dimensions: ['country'], cursor: first.nextCursor });
    expect(other.status).toBe(400);
  });

  test('is a file when the client accepts one', async () => {
    const query = { metrics: ['events'], dimensions: ['event'], comparison: { mode: 'previous' } };
    const csv = await ask(query, { Accept: 'text/csv' });
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(csv.body.data).toBe("event,events,comparison.events\r\n'=cmd,1,\r\nsignup,1,\r\n");
    const lines = await ask(query, { Accept: 'application/x-ndjson' });
    expect(
      lines.body.data
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
    ).toEqual([
      { event: '=cmd', events: 1, comparison: { events: null } },
      { event: 'signup', events: 1, comparison: { events: null } },
    ]);
    expect((await ask({ ...query, metrics: ['guests'] }, { Accept: 'text/csv' })).status).toBe(400);
  });

  test('says everything that is wrong, where, and what would be right', async () => {
    const { status, body } = await ask({
      metrics: ['visitor', 'conversionRate'],
      dimensions: ['contry', 'day', 'hour'],
      filters: { and: [{ dimension: 'page', operator: 'contain', values: ['/docs'] }, { segment: 'x' }, {}] },
      orderBy: [{ by: 'events' }],
      range: '30d',
    });
    expect(status).toBe(400);
    expect(body.meta.errors).toEqual([
      'metrics.0: unknown metric visitor, use visitors',
      'metrics.1: conversionRate needs a goal',
      'dimensions.0: unknown dimension contry, use country',
      'dimensions: at most one may be of time, use day or hour',
      'filters.and.0.operator: unknown operator contain, use contains',
      'filters.and.1.segment: must be the id of a segment of this website, not x',
      'filters.and.2: must have one of dimension, and, or, not, hasDone, segment, goal',
      'orderBy.0.by: must be a metric or dimension of the query',
      'range: must not be combined with from and to, use range or from and to',
    ]);
    expect(body.meta.problems[0]).toEqual({ pointer: '/metrics/0', code: 'unknown_metric', suggestions: ['visitors'] });
    expect(body.meta.problems.map(({ pointer }: { pointer: string }) => pointer)).toContain('/filters/and/0/operator');
  });

  test.each([
    [{ dimensions: ['day', 'hour'] }, ['day', 'hour']],
    [{ dimensions: ['weekday'], metrics: ['returningVisitors'] }, ['day']],
    [{ range: '7d' }, ['range', 'from and to']],
    [{ metrics: ['revenue'], orderBy: [{ by: 'revenue' }] }, ['revenue:EUR']],
    [{ filters: { dimension: 'page', operator: 'less', values: [1] } }, ['is', 'contains', 'matches']],
  ])('%j does not combine, and names what does', async (body, suggestions) => {
    const { problems } = (await ask(body)).body.meta;
    expect(problems).toMatchObject([{ code: 'does_not_combine', suggestions }]);
  });

  test.each([
    [{ metrics: [] }, '/metrics'],
    [{ metrics: 'visitors' }, '/metrics'],
    [{ metrics: ['percentage', 'percentage'] }, '/metrics/1'],
    [{ dimensions: ['page', 'country', 'city', 'os', 'device'] }, '/dimensions'],
    [{ dimensions: ['minute'], from: '2026-04-01', to: '2026-04-03' }, '/dimensions/0'],
    [{ dimensions: ['minute'], from: '0001-01-01', to: '9999-12-31' }, '/to'],
    [
      { dimensions: ['minute'], comparison: { mode: 'custom', from: '0001-01-01', to: '9999-12-31' } },
      '/comparison/to',
    ],
    [{ dimensions: ['hour'], from: '2020-04-01', to: '2026-04-03' }, '/dimensions/0'],
    [{ dimensions: ['weekday'], metrics: ['returningVisitors'] }, '/dimensions'],
    [{ dimensions: ['hourOfDay'], metrics: ['returningVisitorRate'] }, '/dimensions'],
    [{ metrics: [`sum:${'x'.repeat(65)}`] }, '/metrics/0'],
    [{ from: undefined }, '/from'],
    [{ filters: Array.from({ length: 101 }, () => []) }, '/filters'],
    [{ filters: Array.from({ length: 21 }, () => ({ hasDone: [] })) }, '/filters'],
    [{ filters: Array.from({ length: 200_000 }, () => 1) }, '/filters/0'],
    [{ filters: { dimension: 'page', operator: 'is', values: Array(11).fill('x'.repeat(9_900)) } }, '/filters/values'],
    [{ dimensions: ['website.id'] }, '/dimensions/0'],
    [{ dimensions: ['__proto__'] }, '/dimensions/0'],
    [{ filters: 'page=/' }, '/filters'],
    [{ filters: { dimension: 'page', operator: 'matches', values: ['('] } }, '/filters'],
    [{ filters: { dimension: 'page', operator: 'greater', values: [1] } }, '/filters/operator'],
    [{ filters: { dimension: 'page', operator: 'is', values: [1] } }, '/filters/values/0'],
    [{ filters: { dimension: 'page', operator: 'is', values: [{ toString: 1 }] } }, '/filters/values/0'],
    [{ filters: { dimension: 'page', operator: 'is', values: [''] } }, '/filters/values/0'],
    [{ filters: { dimension: 'page', operator: 'is', values: ['/'], extra: 1 } }, '/filters/extra'],
    [{ filters: { dimension: 'constructor', operator: 'is', values: ['/'] } }, '/filters/dimension'],
    [{ filters: Array.from({ length: 21 }, () => ({ dimension: 'page', operator: 'is', values: ['/'] })) }, '/filters'],
    [{ filters: { dimension: 'page', operator: 'is', values: Array(101).fill('/') } }, '/filters/values'],
    [{ goal: 'x' }, '/goal'],
    [{ comparison: { mode: 'custom' } }, '/comparison'],
    [{ comparison: { mode: 'never' } }, '/comparison/mode'],
    [{ limit: 0 }, '/limit'],
    [{ limit: 10_001 }, '/limit'],
    [{ from: '2026-04-31' }, '/from'],
    [{ unknown: 1 }, '/unknown'],
  ])('%j is refused at %s', async (body, pointer) => {
    const { status, body: answer } = await ask(body);
    expect(status).toBe(400);
    expect(answer.meta.problems.map((problem: { pointer: string }) => problem.pointer)).toContain(pointer);
  });

  test('is nested as deep as people write, and no deeper', async () => {
    const nested = (depth: number): object =>
      depth === 0 ? { dimension: 'page', operator: 'is', values: ['/'] } : { not: nested(depth - 1) };
    expect((await ask({ filters: nested(10) })).status).toBe(200);
    expect((await ask({ filters: nested(11) })).body.meta.problems[0].code).toBe('too_deep');
    const lists = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const deep = await owner.call('POST', `/websites/${id}/query`, `{"range":"7d","filters":${lists}}`);
    expect(deep.body.meta.problems[0].code).toBe('too_deep');
  });

  test('is filtered the same whichever table answers', async () => {
    await counted(service, id);
    const filters = { dimension: 'country', operator: 'is', values: ['DE'] };
    const { body } = await ask({ filters, include: ['totals', 'totalRows'] });
    expect(body.data).toMatchObject({ rows: [{ visitors: 2 }], totals: { visitors: 2 }, totalRows: 1 });
    const none = { from: '2026-03-01', to: '2026-03-01', include: ['totals', 'totalRows'] };
    expect((await ask(none)).body.data).toMatchObject({
      rows: [{ visitors: 0 }],
      totals: { visitors: 0 },
      totalRows: 1,
    });
    const byCountry = await ask({ dimensions: ['country'] });
    expect(byCountry.body.data).toMatchObject({
      rows: [{ visitors: 2 }, { visitors: 1 }],
      query: { source: 'daily_visitors' },
    });
  });

  test('has rows, of times too, from the tables of totals and charts, whether or not it is compared', async () => {
    await counted(service, id);
    const week = { from: '2026-03-30', to: '2026-04-05', include: ['totals'] };
    for (const dimensions of [[], ['day'], ['week'], ['month'], ['country'], ['page']]) {
      for (const mode of ['none', 'previous', 'year']) {
        const { body } = await ask({ ...week, dimensions, comparison: { mode } });
        expect(body.data.query.source, `${dimensions} ${mode}`).toBe('daily_visitors');
      }
    }
    // A visitor of two Mondays is one of a row.
    for (const query of [
      { from: '2026-03-23', dimensions: ['weekday'] },
      { dimensions: ['hour'] },
      { dimensions: ['device', 'country'] },
    ]) {
      expect((await ask({ ...week, ...query })).body.data.query.source).toBe('visits');
    }
  });

  test('warns of estimates, those of the comparison too', async () => {
    const own = await apiClient(service);
    const { id: large } = await own.website({ domain: 'example.com' });
    const line = { timestamp: '2026-03-31T10:00:00Z', url: 'https://example.com/' };
    const lines = Array.from({ length: 5_001 }, (_, visitor) => JSON.stringify({ ...line, visitor: `v${visitor}` }));
    await own.import(
      large,
      [...lines, JSON.stringify({ ...line, timestamp: '2026-04-01T10:00:00Z', visitor: 'v0' })].join('\n'),
    );
    const filters = [
      { dimension: 'page', operator: 'is', values: ['/'] },
      { dimension: 'browser', operator: 'is', values: ['Unknown'] },
    ];
    const warnings = async (query: object) => {
      const { body } = await own.call('POST', `/websites/${large}/query`, { ...DAY, ...query });
      return body.meta.warnings.map(({ code }: { code: string }) => code);
    };
    const comparison = { mode: 'previous' };
    expect(await warnings({ from: '2026-03-31', filters })).toEqual(['estimate']);
    expect(await warnings({ filters })).toEqual([]);
    expect(await warnings({ filters, comparison })).toEqual(['estimate']);
    // The total of the comparison alone is large.
    const byHour = { dimensions: ['hourOfDay'], limit: 1, comparison, filters };
    expect(await warnings(byHour)).toEqual([]);
    expect(await warnings({ ...byHour, include: ['totals'] })).toEqual(['estimate']);
    await counted(service, large);
    expect(await warnings({ comparison, include: ['totals'] })).toEqual([]);
    expect(await warnings({ comparison, filters, include: ['totals'] })).toEqual(['estimate']);
  });

  test('keeps conditions on properties to custom events', async () => {
    const events = async (operator: string, values: readonly unknown[]) =>
      (await ask({ metrics: ['events'], filters: { dimension: 'property:price', operator, values } })).body.data.rows[0]
        .events;
    expect(await events('is', [null])).toBe(1);
    expect(await events('is_not', [null])).toBe(1);
    expect(await events('is_not', [9.5])).toBe(1);
  });
});

describe('several queries', () => {
  test('are answered or refused each by itself', async () => {
    const queries = [{ ...DAY }, { ...DAY, metrics: ['guests'] }, { range: 'all', metrics: ['events'] }];
    const { body } = await owner.call('POST', `/websites/${id}/query/batch`, { queries });
    expect(body.data.results).toMatchObject([
      { status: 200, data: { rows: [{ visitors: 3 }] } },
      { status: 400, errors: ['metrics.0: unknown metric guests: GET /api/v1/query/schema lists what there is'] },
      { status: 200, data: { rows: [{ events: 5 }], query: { from: '2026-04-01T00:00:00.000Z' } } },
    ]);
  });

  test('are refused alone where they are malformed, or have more rows than the others have left', async () => {
    const rows = (limit: number) => ({ ...DAY, dimensions: ['page'], limit });
    const queries = [rows(9_000), 5, rows(2_000), [], rows(1_000), DAY, { ...DAY, extra: 1 }, rows(1)];
    const { body } = await owner.call('POST', `/websites/${id}/query/batch`, { queries });
    const statuses = body.data.results.map(({ status }: { status: number }) => status);
    // The limit is used up then, and a query without one is answered.
    expect(statuses).toEqual([200, 400, 400, 400, 200, 200, 400, 400]);
    expect(body.data.results[2]).toEqual({
      status: 400,
      errors: ['limit: limits of a batch must add up to at most 10,000, of which 1,000 are left'],
      problems: [{ pointer: '/limit', code: 'too_many_rows', suggestions: ['1000'] }],
    });
    expect(body.data.results[1].problems).toMatchObject([{ pointer: '', code: 'invalid' }]);
    for (const wrong of [[], 'x', Array(21).fill(DAY)]) {
      expect((await owner.call('POST', `/websites/${id}/query/batch`, { queries: wrong })).status).toBe(400);
    }
  });
});

describe('several websites', () => {
  test('are asked at once, and only the own ones', async () => {
    const other = await owner.website({ domain: 'other.example', timezone: 'Asia/Tokyo' });
    await owner.import(
      other.id,
      JSON.stringify({ timestamp: '2026-04-01T10:00:00Z', visitor: 'a', url: 'https://other.example/' }),
    );
    const all = await owner.call('POST', '/query', {
      ...DAY,
      websites: 'all',
      dimensions: ['website', 'day'],
      metrics: ['visitors', 'visits'],
      include: ['totals'],
    });
    expect(all.body.data.rows).toEqual([
      { website: id, day: '2026-04-01', visitors: 3, visits: 3 },
      { website: other.id, day: '2026-04-01', visitors: 1, visits: 1 },
    ]);
    expect(all.body.data.totals).toEqual({ visitors: 4, visits: 4 });
    expect(all.body.meta.warnings.map(({ code }: { code: string }) => code)).toEqual(['visitors_summed_over_websites']);
    const hours = await owner.call('POST', '/query', { ...DAY, websites: [id, other.id], dimensions: ['hour'] });
    expect(hours.body.meta.problems).toMatchObject([{ pointer: '/dimensions/0', code: 'does_not_combine' }]);
    const goals = await owner.call('POST', '/query', { ...DAY, websites: [id, other.id], dimensions: ['goal'] });
    expect(goals.body.meta.problems).toEqual([
      { pointer: '/dimensions', code: 'does_not_combine', suggestions: ['event', 'page', 'link'] },
    ]);

    const stranger = await apiClient(service);
    const { id: foreign } = await stranger.website({ domain: 'example.com' });
    for (const websites of [[id, foreign], ['x'], []]) {
      expect((await owner.call('POST', '/query', { ...DAY, websites })).status).toBe(400);
    }
    expect((await stranger.call('POST', `/websites/${id}/query`, DAY)).status).toBe(403);
    expect((await stranger.call('POST', `/websites/${id}/query/batch`, { queries: [DAY] })).status).toBe(403);
    const own = await stranger.call('POST', '/query', { ...DAY, websites: 'all', dimensions: ['website'] });
    expect(own.body.data.rows).toEqual([]);
  });
});

describe('the fifteen endpoints', () => {
  const visitors = async (filters: string) => {
    const { body } = await owner.call('GET', `/websites/${id}/stats/main?from=2026-04-01&to=2026-04-01&${filters}`);
    return body.data?.totalVisitors ?? body.meta.errors;
  };

  test('take operators and several values', async () => {
    expect(await visitors('page.contains=DOC')).toBe(2);
    expect(await visitors('country.is_not=de')).toBe(1);
    expect(await visitors('country=DE&country=france')).toBe(3);
    expect(await visitors('property:price.greater=9')).toBe(1);
    expect(await visitors('utmSource.is=news')).toBe(1);
    expect(await visitors('page.matches=%5E%2Fd')).toBe(2);
    expect(await visitors('page.is=%2Fdocs&referrer.is=Direct')).toBe(1);
  });

  test.each([
    ['property:price.is=9.5', 1],
    ['property:price.is_not=9.5', 1],
    ['property:trial.is=true', 1],
    ['property:trial.is=false', 0],
    ['property:plan.is=404', 2],
    ['property:plan.is=404.0', 0],
    ['property:trial.is=null', 1],
    ['property:trial.is_not=null', 1],
    ['property:trial.is=null&property:plan.is=404', 1],
    ['utmSource.is=null', 2],
    ['utmSource.is_not=null', 1],
    ['utmSource.is=null&utmSource.is=news', 3],
    ['country.is=null', 0],
    ['utmSource.contains=null', 0],
  ])('take numbers, booleans and null after an operator: %s', async (filters, expected) => {
    expect(await visitors(filters)).toBe(expected);
  });

  test.each([
    ['utmSource=news', 1],
    ['utmSource=x', 0],
    ['utmSource=null', 0],
    ['utmSource=news&country=DE', 0],
    ['hostname=example.com', 3],
    ['hostname=x.example', 0],
    ['region=Bavaria', 0],
    ['ref=x', 0],
    ['exitPage=%2Fdocs%2F', 2],
    ['property:plan=404', 2],
    ['property:plan=pro', 0],
    ['property:plan=404&property:plan=x', 2],
    ['property:price=9.5', 1],
    ['property:plan=&utmSource=', 3],
    ['website=x', 3],
  ])('take every dimension without an operator: %s', async (filters, expected) => {
    expect(await visitors(filters)).toBe(expected);
  });

  test('refuse what they do not know', async () => {
    expect(await visitors('page.containz=x')).toEqual(['page.containz: unknown operator containz, use contains']);
    expect(await visitors('property:price.greater=x')).toHaveLength(1);
    expect(await visitors('page.matches=(')).toHaveLength(1);
    expect(await visitors('page.greater=1&from=x')).toHaveLength(2);
    const all = await owner.get(`/websites/${id}/stats/pages`, { ...DAY, limit: 'all', 'page.matches': '(' });
    expect(all.status).toBe(400);
    expect(await visitors(`page.is=${'x'.repeat(10_001)}`)).toHaveLength(1);
    expect(await visitors(`property:${'x'.repeat(65)}=1`)).toHaveLength(1);
    expect(await visitors('property:price.usd=1')).toEqual([
      'property:price.usd: unknown operator usd: GET /api/v1/query/schema lists what there is',
    ]);
    expect(await visitors('regions=x')).toEqual(['regions: unknown parameter, use region']);
    expect(await visitors('entry_page.contains=x')).toEqual(['entry_page: unknown parameter, use entryPage']);
    expect(await visitors('utm_source=news')).toEqual(['utm_source: unknown parameter, use referrer or utmSource']);
    const many = (count: number) => Array.from({ length: count }, (_, number) => `property:p${number}.is=x`).join('&');
    expect(await visitors(many(20))).toBe(0);
    expect(await visitors(many(21))).toEqual(['At most 20 filters may have an operator or be by a property']);
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, number) => `property:plan.is=${from + number}`).join('&');
    expect(await visitors(numbers(400, 100))).toBe(2);
    expect(await visitors(numbers(400, 101))).toEqual(['property:plan.is: must have at most 100 values']);
  });
});

describe('what can be asked', () => {
  test('is listed', async () => {
    const { body } = await owner.get('/query/schema');
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    expect(names(body.data.metrics)).toContain('conversionRate');
    expect(names(body.data.dimensions)).toEqual(expect.arrayContaining(['page', 'hourOfDay', 'property:NAME']));
    for (const { name } of body.data.dimensions.filter((each: { name: string }) => !each.name.includes('NAME'))) {
      expect((await ask({ dimensions: [name] })).status, name).toBe(200);
    }
  });

  test('values are suggested, by name and by code', async () => {
    const values = async (query: Record<string, string>) =>
      (await owner.get(`/websites/${id}/values`, { ...DAY, ...query })).body.data?.values;
    expect(await values({ dimension: 'country', search: 'germ' })).toEqual([
      { value: 'DE', label: 'Germany', visitors: 2 },
    ]);
    expect(await values({ dimension: 'page', search: 'DOC', limit: '1' })).toEqual([
      { value: '/docs', label: '/docs', visitors: 2 },
    ]);
    expect(await values({ dimension: 'property:plan' })).toEqual([
      { value: '404', label: '404', visitors: 1 },
      { value: 404, label: '404', visitors: 1 },
    ]);
    expect(await values({ dimension: 'property:plan', search: '40' })).toEqual([
      { value: '404', label: '404', visitors: 1 },
    ]);
    expect(await values({ dimension: 'day' })).toBeUndefined();
  });

  test('of a property are those of custom events, as in every statistic', async () => {
    const { id: other } = await owner.website({ domain: 'example.com' });
    const pageview = { timestamp: '2026-04-01T10:00:00Z', url: 'https://example.com/', visitor: 'a' };
    await owner.import(other, JSON.stringify({ ...pageview, props: { plan: 'pro' } }));
    for (const search of ['', 'pro']) {
      const { body } = await owner.get(`/websites/${other}/values`, { ...DAY, dimension: 'property:plan', search });
      expect(body.data.values, search).toEqual([]);
    }
    const { body } = await owner.get(`/websites/${other}/stats/main`, { ...DAY, 'property:plan': 'pro' });
    expect(body.data.totalVisitors).toBe(0);
  });
});
