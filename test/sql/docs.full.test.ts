import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { seeded } from '../oracle/random.js';
import { type ResolvedQuery, resolveQuery, visitorsOf } from '../oracle/resolved-query.js';
import { rulesOf } from '../oracle/rules.js';
import type { Counted } from '../oracle/sessions.js';
import { withTies } from '../oracle/ties.js';
import { addDays } from '../oracle/zones.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { importInPieces } from '../service/oracle-client.js';
import { sharedService } from '../service/shared-service.js';
import { type BiService, biService, readsAll } from './bi-service.js';
import { QUERIES } from './docs-queries.js';

const DOMAIN = 'example.com';
const EVENT = 'signup';

/** Weeks with a change of clocks, in which a day by UTC would be another one. */
const WEEKS = [
  ['America/New_York', '2026-03-06'],
  ['Australia/Lord_Howe', '2026-04-03'],
] as const;

type Row = Readonly<Record<string, unknown>>;

describe.each(WEEKS)('the queries of the docs, in %s from %s', (timezone, first) => {
  const range = { from: addDays(first, 1), to: addDays(first, 8) };
  const plain = randomHistory({ seed: 7, zone: timezone, from: first, days: 12, visitors: 60, domain: DOMAIN });
  const history = withPlans(plain);
  let service: BiService;
  let client: ApiClient;
  let id: string;
  /** A website with events of one instant. */
  let tied: string;
  let runQuery: (query: string, parameters?: Readonly<Record<string, string>>) => Promise<readonly Row[]>;

  beforeAll(async () => {
    service = await biService({}, sharedService);
    client = await apiClient(service);
    const stranger = await apiClient(service);
    ({ id } = await client.website({ timezone, domain: DOMAIN }));
    const others = await stranger.website({ timezone, domain: DOMAIN });
    ({ id: tied } = await client.website({ timezone, domain: DOMAIN }));
    await importInPieces(client, id, history);
    await importInPieces(client, tied, withTies(seeded(7), plain));
    await importInPieces(stranger, others.id, history);
    for (const website of [tied, id]) await counted(service, website);
    const tool = service.connect(client.key);
    for (const website of [tied, id]) await readsAll(tool, website, history);
    runQuery = async (query, parameters = range) => {
      const query_params = { website: id, event: EVENT, ...parameters };
      return (await tool.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
    };
  });

  afterAll(() => service.close());

  const website = { timezone, domain: DOMAIN };
  const resolve = (query: Query): ResolvedQuery => resolveQuery(history, website, query, rulesOf(undefined));
  const all = resolve(range);
  const answered = <E extends Endpoint>(endpoint: E, query: Query = range) =>
    answer(history, website, endpoint, { limit: 'all', ...query });
  const nameAt = new Map(history.map((event) => [`${event.visitor} ${Date.parse(event.timestamp)}`, event.name]));
  const nameOf = ({ visitor, time }: Counted) => nameAt.get(`${visitor} ${time}`);
  const weeks = [...new Set(days(range).map(mondayOf))].map((week) => {
    const [first = '', ...others] = days({ from: week, to: addDays(week, 6) }).filter(
      (day) => day >= range.from && day <= range.to,
    );
    return { week, from: first, to: others.at(-1) ?? first };
  });

  const expected: Readonly<Record<string, () => readonly Row[]>> = {
    'Visitors and pageviews by day': () =>
      answered('visitors-chart', { ...range, granularity: 'day' })
        .data.filter(({ visitors }) => visitors > 0)
        .map(({ date: day, visitors, pageviews }) => ({ day, visitors, pageviews })),
    'Visitors of a range, from daily counts': () => {
      const { totalVisitors, totalPageviews } = answered('main');
      return [{ visitors: totalVisitors, pageviews: totalPageviews }];
    },
    'Visitors by country and week': () =>
      weeks.flatMap(({ week, from, to }) => {
        return answered('countries', { from, to })
          .data.filter(({ visitors }) => visitors > 0)
          .map(({ country, visitors }) => ({ week, country, visitors }));
      }),
    'Sessions by landing page': () => {
      const sessions = new Set(all.ever.map(({ session }) => session).filter(({ start }) => isIn(all, start)));
      return groups([...sessions], ({ traits }) => traits.entryPage).map(([entry_path, members]) => ({
        entry_path,
        sessions: members.length,
        bounce_rate: members.filter(({ pageviews }) => pageviews === 1).length / members.length,
        seconds: members.reduce((sum, { duration }) => sum + duration, 0) / members.length / 1000,
      }));
    },
    'Conversion by campaign': () =>
      groups(
        all.events.filter(({ session }) => session.traits.campaign !== null),
        ({ session }) => session.traits.campaign?.campaign ?? '',
      ).map(([campaign, events]) => {
        const sessions = new Set(events.map(({ session }) => session)).size;
        const conversions = new Set(events.filter((event) => nameOf(event) === EVENT).map(({ session }) => session))
          .size;
        return { campaign, sessions, conversions, rate: conversions / sessions };
      }),
    'Top pages': () =>
      answered('pages').data.map(({ page: path, visitors, pageviews }) => ({
        path,
        visitors,
        pageviews,
      })),
    'Channels and their sources': () =>
      groups(all.events, ({ session: { traits } }) => JSON.stringify([traits.channel, traits.referrer])).map(
        ([key, events]) => {
          const [channel, referrer] = JSON.parse(key) as [string, string];
          return { channel, referrer, visitors: visitorsOf(events) };
        },
      ),
    'Clicks on outbound links': () =>
      groups(
        all.events.filter(({ type }) => type === 'exit'),
        ({ link }) => link,
      ).map(([link, events]) => ({ link, clicks: events.length, visitors: visitorsOf(events) })),
    'Properties of custom events': () =>
      groups(
        all.events.filter((event) => nameOf(event) === EVENT),
        ({ visitor, time }) => planAt(visitor, time),
      ).map(([plan, events]) => ({ plan, events: events.length })),
  };

  const compared = ['Funnel', 'Weekly visitor cohorts'];

  test.each([...QUERIES.keys()].filter((title) => !compared.includes(title)))('%s', async (title) => {
    const rows = sorted((expected[title]?.() ?? []).map(rounded));
    expect(rows.length).toBeGreaterThan(0);
    expect(sorted((await runQuery(QUERIES.get(title)!)).map(rounded))).toEqual(rows);
  });

  /** What the API says of every page as the first step, and a second one that the same event can be, or not. */
  test('Funnel', async () => {
    const goal = async (name: string, page: string) => {
      const match = { dimension: 'page', operator: 'is', values: [page] };
      return { goal: (await client.call('POST', `/websites/${tied}/goals`, { name, match })).body.data.id };
    };
    const signup = { dimension: 'event', operator: 'is', values: [EVENT] };
    const anyPage = await goal('Any page', '*');
    const pages = [...new Set(all.ever.map(({ path }) => path))].slice(0, 6);
    for (const [place, page] of pages.entries()) {
      const first = await goal(`Page ${place}`, page);
      for (const [second, condition] of [
        [signup, 'name = {event:String}'],
        [anyPage, "type = 'pageview'"],
      ] as const) {
        const body = { ...range, steps: [first, second] };
        const { steps } = (await client.call('POST', `/websites/${tied}/funnel`, body)).body.data;
        const query = QUERIES.get('Funnel')!.replace('name = {event:String}', condition);
        const [viewed, converted] = steps.map(({ visitors }: { visitors: number }) => visitors);
        expect(await runQuery(query, { ...range, page, website: tied }), `${page} ${condition}`).toEqual([
          { viewed, converted },
        ]);
      }
    }
  });

  test.each([0, 5, 8])('Weekly visitor cohorts, from day %i', async (after) => {
    const later = { from: addDays(first, after), to: addDays(first, after + 3) };
    const body = { ...later, interval: 'week' };
    const { cohorts } = (await client.call('POST', `/websites/${tied}/cohorts`, body)).body.data;
    const expected = (cohorts as readonly { start: string; returned: readonly number[] }[]).flatMap(
      ({ start: cohort, returned }) => returned.map((visitors, weeks_later) => ({ cohort, weeks_later, visitors })),
    );
    const rows = await runQuery(QUERIES.get('Weekly visitor cohorts')!, { ...later, website: tied });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(expected.filter(({ visitors }) => visitors > 0));
  });
});

test('the page has each query that is expected, and views have a page each', () => {
  expect([...QUERIES.keys()]).toHaveLength(11);
});

/** Custom events with a property, by a rule that the expectation repeats. */
function withPlans(history: readonly PastEvent[]): readonly PastEvent[] {
  return history.map((event) =>
    event.type === 'custom'
      ? Object.assign({ ...event }, { props: { plan: planAt(event.visitor, Date.parse(event.timestamp)) } })
      : event,
  );
}

const planAt = (visitor: string, time: number): string => ((visitor.length + time) % 3 === 0 ? 'pro' : 'free');

const isIn = ({ range }: ResolvedQuery, time: number): boolean => time >= range.start && time < range.end;

function groups<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [string, readonly Item[]])[] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const members = found.get(keyOf(item)) ?? [];
    members.push(item);
    found.set(keyOf(item), members);
  }
  return [...found];
}

function days({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const list = [from];
  while ((list.at(-1) ?? to) < to) list.push(addDays(list.at(-1) ?? to, 1));
  return list;
}

function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

const sorted = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** Quotients of the same integers may differ in their last digit. */
const rounded = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(6)) : value]),
  );
