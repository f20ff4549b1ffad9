import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Condition, Filter, Operator } from '../../src/stats/filters.js';
import { sourceFor, sources } from '../../src/stats/plan.js';
import { readList } from '../../src/stats/reports/list.js';
import { lists } from '../../src/stats/reports/lists.js';
import { main, mainQuery } from '../../src/stats/reports/main.js';
import { FILTERS, filterValue } from '../oracle/filters.js';
import { randomHistory } from '../oracle/history.js';
import { type Random, seeded } from '../oracle/random.js';
import { rulesOf } from '../oracle/rules.js';
import { type Counted, sessionsOf } from '../oracle/sessions.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';
const RANGE = { start: Date.UTC(2026, 2, 2), end: Date.UTC(2026, 2, 5) };
const OPERATORS: readonly Operator[] = ['is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'];

const history = randomHistory({ seed: 11, zone: 'UTC', from: '2026-03-01', days: 6, visitors: 40, domain: DOMAIN });
const events = sessionsOf(history, DOMAIN, rulesOf().pause);

let service: TestService;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 1) });
  const client = await apiClient(service);
  ({ id } = await client.website({ domain: DOMAIN, timezone: 'UTC' }));
  await client.history(id, history);
});

afterAll(() => service.close());

/** A condition about a value that some event has, or a part of it. */
function randomCondition(random: Random, operator = random.pick(OPERATORS), length = 1 + random.below(3)): Condition {
  const dimension = random.pick(FILTERS);
  const values = Array.from({ length }, () => {
    const value = filterValue(dimension, random.pick(events)) ?? 'none';
    if (operator === 'is' || operator === 'is_not') return value;
    const part = [...value].slice(random.below(2), 2 + random.below(4)).join('');
    if (operator.startsWith('matches')) return `^.?${part.replace(/\W/gu, '.')}`;
    return random.chance(0.5) ? part.toUpperCase() : part;
  });
  return { dimension, operator, values };
}

function randomFilter(random: Random, depth: number): Filter {
  if (depth === 0 || random.chance(0.4)) return randomCondition(random);
  const parts = Array.from({ length: random.below(4) }, () => randomFilter(random, depth - 1));
  const kind = random.below(3);
  if (kind === 0) return { and: parts };
  return kind === 1 ? { or: parts } : { not: randomFilter(random, depth - 1) };
}

/** What the filter says of an event, by brute force. */
function passes(filter: Filter, event: Counted): boolean {
  if ('and' in filter) return filter.and.every((each) => passes(each, event));
  if ('or' in filter) return filter.or.some((each) => passes(each, event));
  if ('not' in filter) return !passes(filter.not, event);
  if (!('dimension' in filter)) throw new Error('not among the random filters');
  if (filter.dimension === 'link' || filter.dimension.startsWith('utm') || filter.dimension === 'ref') return false;
  const own = filterValue(filter.dimension as (typeof FILTERS)[number], event) ?? '';
  const [operator, isNegated] = filter.operator.endsWith('_not')
    ? [filter.operator.slice(0, -4), true]
    : [filter.operator, false];
  const found = filter.values.map(String).some((value) => {
    if (operator === 'is') return own === value;
    return operator === 'contains' ? own.toLowerCase().includes(value.toLowerCase()) : new RegExp(value, 'u').test(own);
  });
  return found !== isNegated;
}

test('any tree of conditions chooses what brute force chooses, whichever source answers', async () => {
  const random = seeded(3);
  const count = await counted(service, id);
  const answered = new Map(sources.map((source) => [source, 0]));
  for (let index = 0; index < 150; index += 1) {
    // A single value is a matter of the visitors of days.
    const filter = index % 5 === 1 ? randomCondition(random, 'is', 1) : randomFilter(random, 3);
    // An instant within a quarter of an hour is a matter of events.
    const range = index % 3 === 0 ? { ...RANGE, start: RANGE.start + 1 } : RANGE;
    const query = { websiteId: id, range, filter, count };
    const source = sourceFor(mainQuery(query, { start: range.start, end: range.start }));
    answered.set(source, (answered.get(source) ?? 0) + 1);
    const chosen = events
      .filter(({ time }) => time >= range.start && time < range.end)
      .filter((event) => passes(filter, event));
    const expected = {
      totalVisitors: new Set(chosen.map(({ visitor }) => visitor)).size,
      totalPageviews: chosen.filter(({ type }) => type === 'pageview').length,
    };
    const { clickhouse } = service.services;
    expect(
      await main(clickhouse, query, { start: range.start, end: range.start }),
      JSON.stringify(filter),
    ).toMatchObject(expected);
    const { total } = await readList(clickhouse, query, lists.countries, 10);
    expect(total, JSON.stringify(filter)).toBe(expected.totalVisitors);
  }
  for (const times of answered.values()) expect(times).toBeGreaterThan(10);
});
