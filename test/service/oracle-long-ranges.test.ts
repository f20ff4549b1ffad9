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
import { asked, imported } from './asked.js';
import { type TestService, testService } from './test-service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DOMAIN = 'example.com';
const FROM = '2026-01-20';
const DAYS = 80;
const CIRCUMSTANCES = ['country', 'city', 'browser', 'os', 'device', 'language'] as const;

/** With a change of clocks, in the middle of a month that is over. */
const website = { timezone: 'America/New_York', domain: DOMAIN };
const history = withSteadyVisitors(
  randomHistory({ seed: 5, zone: website.timezone, from: FROM, days: DAYS, visitors: 20, domain: DOMAIN }),
);

/** Every other visitor comes from one place, with one client and in one language, as most do; the others vary. */
function withSteadyVisitors(events: readonly PastEvent[]): readonly PastEvent[] {
  const firsts = new Map(events.toReversed().map((event) => [event.visitor, event]));
  const steady = [...firsts.keys()].filter((_, index) => index % 2 === 0);
  const usual = ({ visitor }: PastEvent) =>
    Object.fromEntries(CIRCUMSTANCES.map((name) => [name, firsts.get(visitor)?.[name]]));
  return events.map((event) => (steady.includes(event.visitor) ? { ...event, ...usual(event) } : event));
}

let service: TestService;
let client: ApiClient;
let id: string;

beforeAll(async () => {
  service = await testService({ rollsUp: true });
  client = await apiClient(service);
  service.clock = Date.parse(FROM) + (DAYS + 4) * DAY_MS;
  ({ id } = await client.website({ domain: DOMAIN, timezone: website.timezone }));
  await imported(client, id, history);
  service.clock = Date.parse(FROM) + (DAYS - 5) * DAY_MS;
  await service.rollups.bringUpAll();
});

afterAll(() => service.close());

// From so many days on, events of what is newer are joined with numbers that were made of these.
test('so many days have been made, and some are newer', async () => {
  const until = await service.services.withBuilt({ id, timezone: website.timezone }, async (built) => built?.until);
  expect(until).toBeGreaterThan(Date.parse(FROM) + 65 * DAY_MS);
  expect(until).toBeLessThan(Date.parse(FROM) + (DAYS - 5) * DAY_MS);
});

const CHOOSING: readonly (readonly (keyof Filters)[])[] = [
  ...FILTERS.map((filter) => [filter] as const),
  ['browser', 'country'],
  ['channel', 'device'],
  ['channel', 'page'],
];

test.each(ENDPOINTS)('%s of many settled days, by each filter', async (endpoint) => {
  const events = sessionsOf(history, DOMAIN, rulesOf().pause);
  for (const [index, names] of CHOOSING.entries()) {
    const event = events[(index * 37) % events.length]!;
    const filters = Object.fromEntries(names.map((name) => [name, filterValue(name, event) ?? 'none']));
    const query = {
      from: addDays(FROM, index % 4),
      to: addDays(FROM, 64),
      granularity: 'day',
      limit: 5,
      filters,
    } as const;
    const says = answer(history, website, endpoint, query);
    expect(await asked(client, id, endpoint, query), JSON.stringify(query)).toEqual(says);
  }
});

test.each(ENDPOINTS)('%s of many days until now', async (endpoint) => {
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
      expect(await asked(client, id, endpoint, query), JSON.stringify(query)).toEqual(says);
    }
  }
});
