import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { integer, sql, uuid } from '../../src/clickhouse/sql.js';
import { definitions } from '../../src/postgres/schema.js';
import { writeSystemNote } from '../../src/websites/system-notes.js';
import { dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { changedWebsite, day, HOSTILE, HOUR, historyLines, WEEK, ZONE } from './changed-website.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

/** Reaches into all ranges of the test. */
const IMPORTED = { kind: 'note', text: `${day(-1)}: Imported 2,906 events of ${day(-1)} to ${day(41)}.` };

let service: TestService;
let owner: ApiClient;
let id: string;
let goal: string;

beforeAll(async () => {
  service = await sharedService({ clock: dayStart(ZONE, day(42)) + 13 * HOUR });
  owner = await apiClient(service);
  id = await changedWebsite(owner);
  const match = { dimension: 'event', operator: 'is', values: ['signup'] };
  goal = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match })).body.data.id;
});

afterAll(() => service.close());

const ask = (body: object) => owner.call('POST', `/websites/${id}/changes`, body);

type Metric = 'visitors' | 'visits' | 'pageviews' | 'conversions';

const METRICS: readonly Metric[] = ['visitors', 'visits', 'pageviews', 'conversions'];

interface ChangeRow {
  readonly dimension: string;
  readonly before: number;
  readonly now: number;
}

describe('a change', () => {
  test('has its cause, which filters the website', async () => {
    const { data } = (await ask({ ...WEEK, metric: 'visits' })).body;
    const [note, cause, ...others] = data.causes;
    expect([note, others]).toEqual([IMPORTED, []]);
    const filters = [{ dimension: 'campaign', operator: 'is', values: [HOSTILE] }];
    expect(cause).toMatchObject({ kind: 'part', now: 175, before: 0, change: 175, filters });
    expect(cause.text).toMatch(/^campaign "<img src=x onerror=alert\(1\)…" \+175, .*, new/);
    expect(data.text).toMatch(/^1\d\d more visits \(\d+, \d+\): campaign "<img/);
    expect(data.unexplained).toBe(data.change - 175);
    const filtered = (await ask({ ...WEEK, metric: 'visits', filters })).body.data;
    expect([filtered.now, filtered.before]).toEqual([175, 0]);
  });

  test.each<readonly [string, readonly Metric[], object]>([
    ['a week', METRICS, WEEK],
    ['a day', ['visitors'], { from: day(41), to: day(41) }],
    ['days under way', ['visits', 'pageviews'], { range: '7d' }],
    ['24 hours', ['visitors'], { range: '24h' }],
    ['days to come', ['visits'], { from: '2027-01-01', to: '2027-01-07' }],
    ['a year ago', ['visits'], { ...WEEK, comparison: { mode: 'year' } }],
    [
      'overlapping ranges',
      ['visitors', 'visits'],
      { ...WEEK, comparison: { mode: 'custom', from: day(33), to: day(36) } },
    ],
    [
      'a filter',
      ['visitors', 'conversions'],
      { ...WEEK, filters: [{ dimension: 'country', operator: 'is_not', values: ['FR'] }] },
    ],
    [
      'a filter on events',
      METRICS,
      { ...WEEK, filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] },
    ],
    [
      'a filter on visitors who have not done something in the range',
      METRICS,
      {
        ...WEEK,
        filters: { not: { hasDone: { dimension: 'page', operator: 'is', values: ['/pricing'] } } },
        comparison: { mode: 'custom', from: day(20), to: day(26) },
      },
    ],
    [
      'a filter on exit pages',
      METRICS,
      { ...WEEK, filters: [{ dimension: 'exitPage', operator: 'is', values: ['/pricing'] }] },
    ],
    [
      'a filter on screens, over hours',
      METRICS,
      { range: '24h', filters: [{ dimension: 'screen', operator: 'is_not', values: ['1280x720'] }] },
    ],
  ])('over %s has the figures of a query, to which its rows add up', async (_, metrics, range) => {
    for (const metric of metrics) {
      const { data } = (await ask({ ...range, metric, goal })).body;
      const query = { comparison: { mode: 'previous' }, ...range, goal, metrics: [metric], include: ['comparison'] };
      const [row] = (await owner.call('POST', `/websites/${id}/query`, query)).body.data.rows;
      expect([data.now, data.before]).toEqual([row[metric], row.comparison[metric] ?? 0]);
      expect(data.change).toBe(data.now - data.before);
      const rows: readonly ChangeRow[] = data.rows;
      for (const dimension of data.now + data.before === 0
        ? []
        : ['campaign', 'referrer', 'entryPage', 'country', 'device']) {
        const own = rows.filter((each) => each.dimension === dimension);
        const sum = (side: 'now' | 'before') => own.reduce((all, each) => all + each[side], 0);
        expect([sum('now'), sum('before')], dimension).toEqual([data.now, data.before]);
      }
      const explained = data.causes.reduce((all: number, cause: { change?: number }) => all + (cause.change ?? 0), 0);
      expect(explained + data.unexplained).toBe(data.change);
    }
  });

  test('has at most as many rows as its limit, and says how many there are', async () => {
    const read = async (limit?: number) => (await ask({ ...WEEK, metric: 'visits', limit })).body.data;
    const { rows, totalRows, ...all } = await read();
    expect(totalRows).toBe(rows.length);
    expect(await read(2)).toEqual({ ...all, rows: rows.slice(0, 2), totalRows });
    expect((await ask({ ...WEEK, metric: 'visits', limit: 0 })).status).toBe(400);
  });

  test('is not judged where too little is known', async () => {
    const text = async (body: object) => (await ask({ metric: 'visits', ...body })).body.data.text;
    expect(await text({ from: day(0), to: day(6) })).toMatch(
      /Too young a website: it began within the earlier range\.$/,
    );
    expect(await text({ from: day(7), to: day(13) })).toMatch(
      /Too little history to say: probably within the usual range\.$/,
    );
    const later = { from: day(7), to: day(13), comparison: { mode: 'custom', from: '2025-06-01', to: '2025-06-07' } };
    expect(await text(later)).toMatch(/Too young a website: it began after the earlier range\.$/);
    const ofNews = [{ dimension: 'utmSource', operator: 'is', values: ['news'] }];
    expect(await text({ from: day(36), to: day(36), filters: ofNews })).toMatch(
      /Too little history to say: probably within the usual range\.$/,
    );
    expect(await text({ ...WEEK, filters: ofNews })).toMatch(/\(175, 0\)(?!.*Too young)/);
    expect(await text({ from: '2025-01-01', to: '2025-01-07' })).toBe('Too few visits to compare (0, 0).');
    const whole = { mode: 'custom', from: day(29), to: day(35) };
    expect(await text({ from: day(36), to: day(42), comparison: whole })).toMatch(
      /so far, compared with a whole range: too early to say\.$/,
    );
    expect(await text({ from: day(28), to: day(34) })).toMatch(/Within the usual range\.$/);
  });

  test('has too little history with a first event 20 days ago, also in a running range', async () => {
    const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
    const isLate = (line: string) => Date.parse(JSON.parse(line).timestamp) >= dayStart(ZONE, day(22));
    await owner.import(other, historyLines().split('\n').filter(isLate).join('\n'));
    const text = async (body: object) =>
      (await owner.call('POST', `/websites/${other}/changes`, { range: '7d', metric: 'visitors', ...body })).body.data
        .text;
    expect(await text({})).toMatch(/ so far: campaign .*\. Too little history to be sure\.$/);
    const filters = [{ dimension: 'country', operator: 'is_not', values: ['AT'] }];
    expect(await text({ filters })).toMatch(/\. Too little history to say: so far probably within the usual range\.$/);
  });

  test('has only causes that are called new without any visit in the history', async () => {
    const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
    const earlier = Array.from({ length: 5 }, (_, number) =>
      JSON.stringify({
        timestamp: new Date(dayStart(ZONE, day(10)) + 5 * HOUR).toISOString(),
        visitor: `earlier ${number}`,
        url: `https://example.com/?utm_campaign=${encodeURIComponent(HOSTILE)}&utm_source=news`,
      }),
    );
    await owner.import(other, `${historyLines()}\n${earlier.join('\n')}`);
    for (const comparison of [{ mode: 'previous' }, { mode: 'custom', from: day(28), to: day(34) }]) {
      const ask = async (id: string) =>
        (await owner.call('POST', `/websites/${id}/changes`, { ...WEEK, comparison, metric: 'visits' })).body.data.text;
      expect(await ask(id)).toMatch(/campaign .*, new/);
      expect(await ask(other)).toMatch(/campaign (?!.*, new)/);
    }
  });

  test('is not judged before the day has begun to be compared', async () => {
    const { clock } = service;
    service.clock = dayStart(ZONE, day(41)) + 14 * 60_000;
    const lines = Array.from({ length: 30 }, (_, number) => ({
      timestamp: new Date(service.clock - 5 * 60_000).toISOString(),
      visitor: `midnight ${number}`,
      url: 'https://example.com/',
    }));
    const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
    await owner.import(
      other,
      historyLines()
        .split('\n')
        .filter((line) => JSON.parse(line).timestamp < lines[0]!.timestamp)
        .join('\n'),
    );
    await owner.import(other, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { data } = (await owner.call('POST', `/websites/${other}/changes`, { range: 'today', metric: 'visits' }))
      .body;
    service.clock = clock;
    expect(data.text).toMatch(/\. The earlier range is still empty: too early to say\.$/);
    expect(data.before).toBe(0);
    expect(data.causes.every(({ kind }: { kind: string }) => kind === 'note')).toBe(true);
  });
});

test('notes of the service, and events that were dropped, come first', async () => {
  const at = new Date(service.clock);
  const note = (fields: object) => ({
    websiteId: id,
    kind: 'annotation' as const,
    fields,
    createdAt: at,
    updatedAt: at,
  });
  await service.engines.postgres.db.insert(definitions).values([
    note({ at: day(36), until: null, text: 'Import of\n1,000 events', source: 'system' }),
    note({
      at: new Date(dayStart(ZONE, day(29)) + 1).toISOString(),
      until: null,
      text: 'Excluded FR',
      source: 'system',
    }),
    note({ at: day(27), until: null, text: 'Before both ranges', source: 'system' }),
    note({ at: day(20), until: day(27), text: 'Days before both ranges', source: 'system' }),
    note({ at: day(20), until: day(28), text: 'Import that reaches into them', source: 'system' }),
    note({
      at: new Date(dayStart(ZONE, day(31)) - 1).toISOString(),
      until: new Date(dayStart(ZONE, day(31))).toISOString(),
      text: 'Late on the local day',
      source: 'system',
    }),
    note({ at: day(37), until: null, text: 'By a user', source: 'user' }),
  ]);
  const drop = (days: number, reason: string, events: number) =>
    service.clickhouse.command(
      sql`INSERT INTO drops (website_id, time, reason, events) VALUES (${uuid(id)}, fromUnixTimestamp(${integer(dayStart(ZONE, day(days)) / 1000)}), ${{ type: 'String', value: reason }}, ${integer(events)})`,
    );
  await drop(36, 'excluded_ip', 900);
  await drop(30, 'excluded_ip', 30);
  await drop(36, 'bot', 500);
  await drop(30, 'bot', 499);
  // Of events that count.
  await drop(36, 'property_limit', 900);
  const { causes, unexplained, change, text } = (await ask({ ...WEEK, metric: 'visits' })).body.data;
  expect(causes.slice(0, -1)).toEqual([
    { kind: 'drops', text: 'More events were not counted (excluded IP address): 900, before 30' },
    { kind: 'note', text: `${day(36)}: Import of 1,000 events` },
    { kind: 'note', text: `${day(30)}: Late on the local day` },
    { kind: 'note', text: `${day(29)}: Excluded FR` },
    { kind: 'note', text: `${day(20)}: Import that reaches into them` },
    IMPORTED,
  ]);
  expect(text).toMatch(
    /^More events were not counted \(excluded IP address\): 900, before 30\. 1\d\d more visits \(\d+, \d+\): campaign /,
  );
  expect(causes.at(-1).change + unexplained).toBe(change);
});

test('the sentence begins with the latest note of one of the ranges, without which it says nothing of facts', async () => {
  const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
  const { db } = service.engines.postgres;
  const text = async () =>
    (await owner.call('POST', `/websites/${other}/changes`, { ...WEEK, metric: 'visits' })).body.data.text;
  await writeSystemNote(db, other, { at: day(20), until: day(36), text: 'Of both ranges' }, service.clock);
  expect(await text()).toBe('Too few visits to compare (0, 0).');
  await writeSystemNote(db, other, { at: day(29), text: 'Changed the excluded countries.' }, service.clock);
  expect(await text()).toBe(`${day(29)}: Changed the excluded countries. Too few visits to compare (0, 0).`);
  await writeSystemNote(db, other, { at: day(37), text: `Deleted ${'x'.repeat(200)}` }, service.clock);
  expect(await text()).toBe(`${day(37)}: Deleted ${'x'.repeat(79)}… Too few visits to compare (0, 0).`);
});

test('a running range is held against as many dropped events as its time lets expect', async () => {
  const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
  const drop = (days: number, events: number) =>
    service.clickhouse.command(
      sql`INSERT INTO drops (website_id, time, reason, events) VALUES (${uuid(other)}, fromUnixTimestamp(${integer(dayStart(ZONE, day(days)) / 1000)}), 'bot', ${integer(events)})`,
    );
  await drop(42, 900);
  await drop(41, 400);
  const hours = (days: number, length: number) => {
    const start = dayStart(ZONE, day(days));
    return { from: new Date(start).toISOString(), to: new Date(start + length * HOUR).toISOString() };
  };
  // 13 hours of the day have passed.
  const body = { ...hours(42, 24), comparison: { mode: 'custom', ...hours(41, 13) } };
  const { data } = (await owner.call('POST', `/websites/${other}/changes`, { ...body, metric: 'visits' })).body;
  expect(data.causes).toEqual([{ kind: 'drops', text: 'More events were not counted (bot): 900, before 400' }]);
  expect(data.text).toBe('More events were not counted (bot): 900, before 400. Too few visits to compare (0, 0).');
});

test('so does a host that fell silent', async () => {
  const { id: other } = await owner.website({ domain: 'example.com', timezone: ZONE });
  const lines = Array.from({ length: 42 * 100 }, (_, number) => {
    const days = Math.floor(number / 100);
    const host = number % 2 === 0 ? 'www.example.com' : 'blog.example.com';
    const at = dayStart(ZONE, day(days)) + 5 * HOUR + (number % 100) * 60_000;
    return { timestamp: new Date(at).toISOString(), visitor: `${number}`, url: `https://${host}/`, host, days };
  }).filter(({ host, days }) => !(host.startsWith('blog') && days === 38));
  await owner.import(
    other,
    lines.map(({ timestamp, visitor, url }) => JSON.stringify({ timestamp, visitor, url })).join('\n'),
  );
  const { body } = await owner.call('POST', `/websites/${other}/changes`, { ...WEEK, metric: 'visits' });
  const imported = {
    kind: 'note',
    text: `${day(0)}: Imported 4,150 events of ${day(0)} to ${day(41)}.`,
  };
  const causes = [{ kind: 'host', text: 'blog.example.com sent nothing on 11 Mar' }, imported];
  expect(body.data.causes).toEqual(causes);
  expect(body.data.text).toMatch(/^blog\.example\.com sent nothing on 11 Mar\. \d+ fewer visits/);
  // Of the website, not of what passes the filter.
  const filters = [{ dimension: 'language', operator: 'is', values: ['xx'] }];
  const filtered = await owner.call('POST', `/websites/${other}/changes`, { ...WEEK, metric: 'visits', filters });
  expect(filtered.body.data.causes).toEqual(causes);
});

describe('a request', () => {
  const pointersOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    body.meta.problems?.map(({ pointer }: { pointer: string }) => pointer);

  test.each<readonly [object, readonly string[]]>([
    [{ metric: 'bounceRate', ...WEEK }, ['/metric']],
    [{ ...WEEK }, ['/metric']],
    [{ metric: 'conversions', ...WEEK }, ['/goal']],
    [{ metric: 'visits', ...WEEK, comparison: { mode: 'none' } }, ['/comparison/mode']],
    [{ metric: 'visits', ...WEEK, comparison: { mode: 'custom' } }, ['/comparison']],
    [{ metric: 'visits', from: '2024-01-01', to: '2026-01-01' }, ['/range', '/comparison']],
    [{ metric: 'visits', ...WEEK, more: 1 }, ['/more']],
    [
      { metric: 'conversions', filters: [{ dimension: 'countri', operator: 'is', values: ['DE'] }] },
      ['/range', '/filters/0/dimension', '/goal'],
    ],
  ])('%j is refused', async (body, pointers) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toEqual(pointers);
  });

  test('takes goals and websites of its account alone', async () => {
    const stranger = await apiClient(service);
    const { id: other } = await stranger.website({ domain: 'other.example' });
    const body = { metric: 'conversions', goal, ...WEEK };
    expect((await stranger.call('POST', `/websites/${id}/changes`, body)).status).toBe(403);
    expect(pointersOf(await stranger.call('POST', `/websites/${other}/changes`, body))).toEqual(['/goal']);
  });

  test('takes two statements, and one for each kind of facts', async () => {
    const { engines } = service;
    const spy = vi.spyOn(engines.clickhouse, 'query');
    await ask({
      ...WEEK,
      metric: 'visitors',
      filters: { not: { dimension: 'device', operator: 'is', values: ['tv'] } },
    });
    const names = spy.mock.calls.map(([{ name }]) => name).filter((name) => name.startsWith('stats/changes'));
    expect(names.sort()).toEqual([
      'stats/changes',
      'stats/changes/drops',
      'stats/changes/history',
      'stats/changes/hosts',
    ]);
    spy.mockRestore();
  });
});
