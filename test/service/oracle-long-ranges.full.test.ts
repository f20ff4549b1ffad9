import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filters } from '../oracle/answers.js';
import { FILTERS, filterValue } from '../oracle/filters.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { rulesOf } from '../oracle/rules.js';
import { sessionsOf } from '../oracle/sessions.js';
import { addDays } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { fetchAnswer, imported } from './oracle-client.js';
import { type TestService, testService } from './test-service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DOMAIN = 'example.com';
const FROM = '2026-01-20';
const DAYS = 100;
const CHANGES = addDays(FROM, 20);
const CIRCUMSTANCES = ['country', 'city', 'browser', 'os', 'device', 'language'] as const;

/** With a change of clocks, in the middle of a month that is over. */
const website = { timezone: 'America/New_York', domain: DOMAIN };
const history = withSteadyVisitors(
  randomHistory({ seed: 5, zone: website.timezone, from: FROM, days: DAYS, visitors: 20, domain: DOMAIN }),
);

/**
 * Every other visitor comes from one place, with one client and in one language, as most do. Of the others some vary from the
 * first day on, and some only after a while, in one of these.
 */
function withSteadyVisitors(events: readonly PastEvent[]): readonly PastEvent[] {
  const firsts = new Map(events.toReversed().map((event) => [event.visitor, event]));
  const kinds = new Map([...firsts.keys()].map((visitor, index) => [visitor, index % 4]));
  const varying = [...firsts.values()].filter(({ visitor }) => kinds.get(visitor) === 3);
  const usual = events.map((event) => {
    const kind = kinds.get(event.visitor);
    if (kind === 3) return event;
    const varies = kind === 1 && event.timestamp > CHANGES ? pick(event) : undefined;
    const names = CIRCUMSTANCES.filter((name) => name !== varies);
    return { ...event, ...Object.fromEntries(names.map((name) => [name, firsts.get(event.visitor)?.[name]])) };
  });
  return [...usual, ...varying.map(later)];
}

/** The same visit two hours later, with another client. */
function later(event: PastEvent): PastEvent {
  return {
    ...event,
    timestamp: new Date(Date.parse(event.timestamp) + 2 * 60 * 60 * 1000 + 1).toISOString(),
    browser: event.browser === 'Firefox' ? 'Chrome' : 'Firefox',
    device: event.device === 'mobile' ? 'desktop' : 'mobile',
  };
}

/** Another circumstance each day. */
function pick({ timestamp }: PastEvent) {
  return CIRCUMSTANCES[Number(timestamp.slice(8, 10)) % CIRCUMSTANCES.length];
}

let service: TestService;
let client: ApiClient;
let id: string;

beforeAll(async () => {
  service = await testService();
  client = await apiClient(service);
  service.clock = Date.parse(FROM) + (DAYS + 4) * DAY_MS;
  ({ id } = await client.website({ domain: DOMAIN, timezone: website.timezone }));
  await imported(client, id, history);
});

afterAll(() => service.close());

const CHOOSING: readonly (readonly (keyof Filters)[])[] = [
  ...FILTERS.map((filter) => [filter] as const),
  ['browser', 'country'],
  ['channel', 'device'],
  ['channel', 'page'],
];

test.each(ENDPOINTS)('%s of many days, by each filter', async (endpoint) => {
  const events = sessionsOf(history, DOMAIN, rulesOf().pause);
  for (const [index, names] of [...CHOOSING, ...CHOOSING].entries()) {
    const event = events[(index * 37) % events.length]!;
    const filters = Object.fromEntries(names.map((name) => [name, filterValue(name, event) ?? 'none']));
    const query = {
      from: addDays(FROM, index % 2 === 0 ? 3 : 24),
      to: addDays(FROM, 84),
      granularity: 'day',
      limit: 5,
      filters,
    } as const;
    const says = answer(history, website, endpoint, query);
    expect(await fetchAnswer(client, id, endpoint, query), JSON.stringify(query)).toEqual(says);
  }
});

test.each(ENDPOINTS)('%s of many days, without a filter', async (endpoint) => {
  for (const first of [0, 4]) {
    for (const limit of ['all', 3] as const) {
      const query = {
        from: addDays(FROM, first),
        to: addDays(FROM, DAYS),
        granularity: 'day',
        limit,
        filters: {},
      } as const;
      const says = answer(history, website, endpoint, query);
      expect(await fetchAnswer(client, id, endpoint, query), JSON.stringify(query)).toEqual(says);
    }
  }
});
