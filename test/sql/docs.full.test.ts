import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ResolvedQuery, resolveQuery, visitorsOf } from '../oracle/resolved-query.js';
import { rulesOf } from '../oracle/rules.js';
import type { Counted } from '../oracle/sessions.js';
import { addDays } from '../oracle/zones.js';
import { apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { importInPieces } from '../service/oracle-client.js';
import { sharedService } from '../service/shared-service.js';
import { type BiService, biService, readsAll } from './bi-service.js';
import { QUERIES } from './docs-queries.js';

const DOMAIN = 'example.com';
const EVENT = 'signup';
const PAGE = '/';
const DAY_MS = 86_400_000;

/** Weeks with a change of clocks, in which a day by UTC would be another one. */
const WEEKS = [
  ['America/New_York', '2026-03-06'],
  ['Australia/Lord_Howe', '2026-04-03'],
] as const;

type Row = Readonly<Record<string, unknown>>;

describe.each(WEEKS)('the queries of the docs, in %s from %s', (timezone, first) => {
  const range = { from: addDays(first, 1), to: addDays(first, 8) };
  const history = withPlans(
    randomHistory({ seed: 7, zone: timezone, from: first, days: 12, visitors: 60, domain: DOMAIN }),
  );
  let service: BiService;
  let run: (title: string) => Promise<readonly Row[]>;

  beforeAll(async () => {
    service = await biService({}, sharedService);
    const client = await apiClient(service);
    const stranger = await apiClient(service);
    const { id } = await client.website({ timezone, domain: DOMAIN });
    const others = await stranger.website({ timezone, domain: DOMAIN });
    await importInPieces(client, id, history);
    await importInPieces(stranger, others.id, history);
    await counted(service, id);
    const tool = service.connect(client.key);
    await readsAll(tool, id, history);
    run = async (title) => {
      const query_params = { website: id, ...range, event: EVENT, page: PAGE };
      const query = QUERIES.get(title);
      if (query === undefined) throw new Error(`the page has no query ${title}`);
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
    Funnel: () => {
      const visitors = groups(all.events, ({ visitor }) => visitor).map(([, events]) => events);
      const viewed = visitors.filter((events) => events.some(isView));
      const converted = viewed.filter((events) =>
        events
          .filter(isView)
          .some((view) =>
            events.some(
              (event) => nameOf(event) === EVENT && event.time >= view.time && event.time - view.time <= DAY_MS,
            ),
          ),
      );
      return [{ viewed: viewed.length, converted: converted.length }];
    },
    'Weekly visitor cohorts': () => {
      const came = groups(
        weeks.flatMap(({ week, from, to }) => {
          return [...new Set(resolve({ from, to }).events.map(({ visitor }) => visitor))].map((visitor) => ({
            visitor,
            week,
          }));
        }),
        ({ visitor }) => visitor,
      );
      const pairs = came.flatMap(([, rows]) => rows.map(({ week }) => ({ cohort: rows[0]?.week ?? '', week })));
      return groups(pairs, ({ cohort, week }) => `${cohort} ${week}`).map(([key, rows]) => {
        const [cohort = '', week = ''] = key.split(' ');
        return {
          cohort,
          weeks_later: (Date.parse(week) - Date.parse(cohort)) / DAY_MS / 7,
          visitors: rows.length,
        };
      });
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

  test.each([...QUERIES.keys()])('%s', async (title) => {
    const rows = sorted((expected[title]?.() ?? []).map(rounded));
    expect(rows.length).toBeGreaterThan(0);
    expect(sorted((await run(title)).map(rounded))).toEqual(rows);
  });

  const isView = ({ type, path }: Counted) => type === 'pageview' && path === PAGE;
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
