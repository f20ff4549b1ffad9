import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedFilter, Filter as SourceFilter } from '../../src/stats/filters.js';
import { answerQuery } from '../../src/stats/rows/answer-query.js';
import { parseFilter, type References } from '../../src/stats/rows/parse-filter.js';
import { parseGoalMatch } from '../../src/stats/rows/parse-goal.js';
import { rowsQueryBody } from '../../src/stats/rows/parse-rows-query.js';
import { Problems } from '../../src/stats/rows/problems.js';
import type { ResultRow } from '../../src/stats/rows/read-rows.js';
import type { Comparison } from '../oracle/comparison.js';
import { randomHistory } from '../oracle/history.js';
import type { PastEvent } from '../oracle/past-event.js';
import {
  comparedRowsOf,
  type Filter,
  isTime,
  type QUERY_MUTANTS,
  type RowsQuestion,
  rowStarts,
  rowsOf,
  shownValue,
} from '../oracle/query-rows.js';
import { type Random, seeded } from '../oracle/random.js';
import { rulesOf } from '../oracle/rules.js';
import { type Counted, sessionsOf } from '../oracle/sessions.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { imported } from './oracle-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';
const GOAL = '00000000-0000-4000-8000-000000000001';
const OTHER_GOAL = '00000000-0000-4000-8000-000000000002';
const SEGMENT = '00000000-0000-4000-8000-000000000003';

const TRAITS = [
  'country',
  'browser',
  'entryPage',
  'referrer',
  'channel',
  'device',
  'campaign',
  'city',
  'utmContent',
  'utmTerm',
  'exitPage',
  'screen',
];
/** Besides, dimensions that only exported events have in a history, and those whose values others have, too. */
const MORE_TRAITS = [
  ...['region', 'language', 'os', 'browserVersion', 'osVersion', 'utmSource', 'utmMedium', 'utmCampaign', 'ref'],
  'campaignLink',
];
const OF_EVENTS = ['page', 'hostname', 'event', 'link', 'property:plan', 'property:amount'];
const TIMES = ['hour', 'day', 'week', 'month', 'weekday', 'hourOfDay'];
const METRICS = [
  ...['visitors', 'pageviews', 'events', 'visits', 'viewsPerVisit', 'bounceRate', 'averageSessionDurationSeconds'],
  ...[
    'returningVisitors',
    'percentage',
    'conversions',
    'convertedVisitors',
    'conversionRate',
    'sum:amount',
    'avg:amount',
  ],
  ...['averageSecondsOnPage', 'timeReported', 'scrollDepth', 'revenue:EUR', 'revenue:USD', 'revenue:JPY'],
];

/** Some match nothing at all, too, which no missing value is. */
const PATTERNS = ['.*', '^[a-z/]*$', '^/[^/]*$', 'e.?$'];

/** Values of all types; the text `404` is not the number. */
const PROPS: readonly NonNullable<PastEvent['props']>[] = [
  { plan: 'pro', amount: 12.5 },
  { plan: 'free', amount: -3 },
  { plan: '404' },
  { plan: 404, amount: 'none' },
  { plan: true },
  {},
  { revenue: 0.1, currency: 'EUR', orderId: 'A' },
  { revenue: 0.2, currency: 'EUR' },
  { revenue: '49.90', currency: 'usd', orderId: 'B', plan: 'pro' },
  { revenue: -19.99, currency: 'EUR', orderId: 'C' },
  { revenue: 1200, currency: 'JPY', amount: 2 },
  { revenue: 5, currency: 'EURO' },
  { revenue: 'much', currency: 'EUR' },
];

const VERSIONS = ['128', '17.5', '10', undefined] as const;
const REGIONS = ['Bavaria', 'Île-de-France', undefined] as const;

/** Half of the events as an export writes them, with what only its lines have. */
function withExported(random: Random, history: readonly PastEvent[]): readonly PastEvent[] {
  return history.map((event) => {
    if (event.type === 'leave' || random.chance(0.5)) return event;
    const [region, browserVersion, osVersion] = [random.pick(REGIONS), random.pick(VERSIONS), random.pick(VERSIONS)];
    const exported = {
      domain: DOMAIN,
      ...(region !== undefined && { region }),
      ...(browserVersion !== undefined && { browserVersion }),
      ...(osVersion !== undefined && { osVersion }),
    };
    return { ...event, exported };
  });
}

/** Of an order, no two events are at the same time: nothing says which of them is its first. */
function withProps(history: readonly PastEvent[]): readonly PastEvent[] {
  const taken = new Set<string>();
  return history.map((event, place) => {
    if (event.type !== 'custom') return event;
    const { orderId, ...props } = PROPS[place % PROPS.length]!;
    const order = `${orderId}${place % 3}`;
    const key = `${order} ${event.timestamp}`;
    if (orderId === undefined || taken.has(key)) return { ...event, props };
    taken.add(key);
    return { ...event, props: { ...props, orderId: order } };
  });
}

/** Rows of a query that are read by page. */
const MAX_PAGED = 20;

interface Options {
  readonly zone: string;
  readonly from: string;
  readonly seed: number;
  readonly queries: number;
  /** Dimensions besides those of time; by default, of all kinds. */
  readonly names?: readonly string[];
  /** Those that so many queries notice. */
  readonly mutants?: typeof QUERY_MUTANTS | readonly [];
  readonly open?: (options: { readonly clock: number }) => Promise<TestService>;
}

/** Random queries are answered as by brute force, in the order that they ask for, whatever the size of a page. */
export function describeQueryRows({
  zone,
  from,
  seed,
  queries,
  names = [...TRAITS, ...MORE_TRAITS, ...OF_EVENTS],
  mutants = [],
  open = sharedService,
}: Options): void {
  describe(`queries of ${zone}, ${from}`, () => {
    const options = { seed, zone, from, days: 9, visitors: 14, domain: DOMAIN, leaves: true };
    // Some visitors came a year before.
    const earlier = randomHistory({ ...options, from: addDays(from, -366), visitors: 5, leaves: false });
    const history = withExported(seeded(seed), withProps([...earlier, ...randomHistory(options)]));
    const ever = sessionsOf(history, DOMAIN, rulesOf().pause);
    let service: TestService;
    let id: string;

    beforeAll(async () => {
      service = await open({ clock: Date.UTC(2027, 0, 1) });
      const client = await apiClient(service);
      ({ id } = await client.website({ domain: DOMAIN, timezone: zone }));
      // In parts, each with some of the visitors: their leaves are imported with what they left.
      const visitors = [...new Set(history.map(({ visitor }) => visitor))];
      for (const half of [1, 0]) {
        await imported(
          client,
          id,
          history.filter(({ visitor }) => visitors.indexOf(visitor) % 2 === half),
        );
      }
    });

    afterAll(() => service.close());

    test.each(Array.from({ length: queries }, (_, place) => place))('query %i', async (place) => {
      const random = seeded(seed * 1000 + place);
      const question = randomQuestion(random, ever, from, zone, names);
      const count = random.chance(0.5) ? await counted(service, id) : undefined;
      const references = toReferences(question);
      const context = {
        websites: [{ id, timezone: zone, count, firstEvent: undefined }],
        now: Date.UTC(2027, 0, 1),
        references,
      };
      const ask = (more: object) =>
        answerQuery(service.services.clickhouse, rowsQueryBody.parse({ ...question.body, ...more }), context);
      const all = await ask({ limit: 10_000, include: ['totals', 'totalRows', 'comparison'] });
      const { metrics, dimensions } = question.body;
      const goals = { [GOAL]: question.goal, [OTHER_GOAL]: question.otherGoal };
      const text = JSON.stringify(question.body);
      const { range, filter, goal, comparison } = question;
      const asked = { zone, range, dimensions, filter, goal, goals, website: id };
      const expected = rowsOf(ever, asked);
      const found = new Map(all.rows.map((row) => [JSON.stringify(dimensions.map((name) => row[name])), row]));
      const before = comparedRowsOf(ever, asked, comparison);
      const [time] = dimensions;
      const isComplete = dimensions.length === 1 && isTime(time!);
      const keys = isComplete ? rowStarts(time!, asked).map(({ name }) => [name]) : expected.map(({ key }) => key);
      const wanted = keys.map((key) => JSON.stringify(key));
      const isInOrder = isComplete && question.body.orderBy === undefined;
      expect(isInOrder ? [...found.keys()] : [...found.keys()].sort(), text).toEqual(
        isInOrder ? wanted : wanted.sort(),
      );
      for (const { key, metrics: figures } of expected) {
        const row = found.get(JSON.stringify(key));
        expect(row, `${text} has no ${JSON.stringify(key)}`).toBeDefined();
        expect(pick(row!, metrics), `${text} ${JSON.stringify(key)}`).toEqual(pick(figures, metrics));
      }
      const withEvents = new Set(expected.map(({ key }) => JSON.stringify(key)));
      for (const [key, row] of found) {
        if (!withEvents.has(key)) expect(pick(row, metrics), `${text} ${key}`).toEqual(pick(before.none, metrics));
      }
      const [total] = rowsOf(ever, { ...asked, dimensions: [] });
      expect(pick(all.totals!, metrics), text).toEqual(pick(total!.metrics, metrics));
      expect(all.totalRows).toBe(all.rows.length);
      // The comparison has the figures of its own range, and nulls for what did not exist in it.
      expect(pick(all.totals!.comparison as Row, metrics), text).toEqual(pick(before.total, metrics));
      const known = new Map(before.rows.map(({ key, metrics: figures }) => [JSON.stringify(key), figures]));
      const missing = Object.fromEntries(metrics.map((name) => [name, null]));
      for (const [key, row] of found) {
        const figures = known.get(key) ?? (before.isRow(JSON.parse(key)) ? before.none : missing);
        expect(pick(row.comparison as Row, metrics), `${text} before ${key}`).toEqual(pick(figures, metrics));
      }
      // Without a comparison, another table can answer: it says the same.
      const plain = await ask({ limit: 10_000, comparison: undefined });
      expect(plain.rows, JSON.stringify(question.body)).toEqual(all.rows.map(({ comparison, ...row }) => row));
      // Pages of any size say the same.
      const pages: ResultRow[] = [];
      let cursor: string | null = null;
      do {
        const page = await ask({ limit: 1 + random.below(7), cursor, comparison: undefined });
        pages.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== null && pages.length < MAX_PAGED);
      expect(pages, JSON.stringify(question.body)).toEqual(
        all.rows.slice(0, pages.length).map(({ comparison, ...row }) => row),
      );
    });

    test.each(mutants)('the mutant %s would be noticed', (mutant) => {
      const differs = (place: number): boolean => {
        const { body, otherGoal, comparison, ...question } = randomQuestion(
          seeded(seed * 1000 + place),
          ever,
          from,
          zone,
          names,
        );
        const { metrics, dimensions } = body;
        const asked = { ...question, zone, dimensions, goals: { [GOAL]: question.goal, [OTHER_GOAL]: otherGoal } };
        const isOfComparison = mutant === '365-days-for-a-year';
        const rows = (whole: RowsQuestion) =>
          isOfComparison ? comparedRowsOf(ever, whole, comparison).rows : rowsOf(ever, whole);
        const read = (more: object) => rows({ ...asked, ...more }).map((row) => [row.key, pick(row.metrics, metrics)]);
        return !isDeepStrictEqual(read({}), read({ mutant }));
      };
      expect(Array.from({ length: queries }, (_, place) => place).some(differs)).toBe(true);
    });
  });
}

type Row = Readonly<Record<string, unknown>>;

const pick = (row: Row, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));

interface Saved {
  readonly goal: Filter;
  readonly otherGoal: Filter;
  readonly segment: Filter;
}

/** As the service reads them from its database. */
function toReferences({ goal, otherGoal, segment }: Saved): References {
  const problems = new Problems();
  const save = (kind: 'goal' | 'segment', id: string, filter: SourceFilter | undefined) =>
    [id, { kind, id, name: 'Saved', filter: filter! }] as const;
  const goals = new Map<string, SavedFilter>([
    save('goal', GOAL, parseGoalMatch(goal, 'match', problems)),
    save('goal', OTHER_GOAL, parseGoalMatch(otherGoal, 'match', problems)),
  ]);
  const filter = parseFilter(toBody(segment), 'filters', problems, { segments: new Map(), goals });
  problems.throwIfAny();
  return { segments: new Map([save('segment', SEGMENT, filter)]), goals };
}

/** A filter as clients write it: they refer to goals and segments by id. */
function toBody(filter: Filter): unknown {
  if ('and' in filter) return { and: filter.and.map(toBody) };
  if ('or' in filter) return { or: filter.or.map(toBody) };
  if ('not' in filter) return { not: toBody(filter.not) };
  if ('hasDone' in filter) return { hasDone: toBody(filter.hasDone) };
  if ('goal' in filter) return { goal: OTHER_GOAL };
  return 'segment' in filter ? { segment: SEGMENT } : filter;
}

function randomQuestion(
  random: Random,
  ever: readonly Counted[],
  from: string,
  zone: string,
  names: readonly string[],
) {
  const first = addDays(from, 2 + random.below(3));
  const days = 1 + random.below(4);
  const last = addDays(first, days - 1);
  // A range of instants is not of whole days, nor of quarters of an hour.
  const isOdd = random.chance(0.3);
  const [start, end] = [dayStart(zone, first), dayStart(zone, addDays(last, 1))].map(
    (instant) => instant + (isOdd ? 1 + random.below(3_600_000) : 0),
  ) as [number, number];
  const range = isOdd
    ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    : { from: first, to: last };
  // Minutes are for a day, even one that has an hour more.
  const time = random.chance(0.5) ? [random.pick(days === 1 && !isOdd ? [...TIMES, 'minute'] : TIMES)] : [];
  const others = random.shuffled([...names, 'goal', 'website']).slice(0, random.below(3));
  const comparison = randomComparison(random, from, time[0] === 'minute' ? 1 : 1 + random.below(4));
  const dimensions = random.shuffled([...time, ...others]);
  const metrics = random
    .shuffled(METRICS)
    .slice(0, 1 + random.below(METRICS.length))
    .filter((name) => name !== 'returningVisitors' || !['weekday', 'hourOfDay'].includes(time[0] ?? ''))
    // Without visitors, it is the share of another metric.
    .filter((name, _, all) => name !== 'percentage' || all.includes('visitors'));
  const [goal, otherGoal] = [randomGoal(random, ever, 1), randomGoal(random, ever, 1)];
  const plain: readonly Leaf[] = [() => randomCondition(random, ever, names)];
  const withGoal: readonly Leaf[] = [...plain, ...plain, () => ({ goal: otherGoal })];
  const segment = randomFilter(random, withGoal, 1);
  const filter = random.chance(0.6) ? randomFilter(random, [...withGoal, () => ({ segment })], 2) : undefined;
  const orderBy = random.chance(0.5)
    ? undefined
    : random
        .shuffled([...metrics, ...dimensions])
        .slice(0, 2)
        .map((by) => ({ by, direction: random.pick(['asc', 'desc']) }));
  const body = {
    ...range,
    metrics: metrics.length === 0 ? ['visitors'] : metrics,
    dimensions,
    filters: filter && toBody(filter),
    goal: GOAL,
    orderBy,
    comparison,
  };
  return { body, filter, goal, otherGoal, segment, range: { start, end }, comparison };
}

/** @param days of a custom range */
function randomComparison(random: Random, from: string, days: number): Comparison {
  const mode = random.pick(['previous', 'previous', 'year', 'custom'] as const);
  const first = addDays(from, random.below(5));
  const range = mode === 'custom' ? { from: first, to: addDays(first, days - 1) } : {};
  return { mode, ...range, matchWeekday: random.chance(0.3) };
}

/** A random filter on traits and single events. */
export const randomEventFilter = (
  random: Random,
  ever: readonly Counted[],
  depth: number,
  names: readonly string[] = [...TRAITS, ...OF_EVENTS],
): Filter => randomFilter(random, [() => randomCondition(random, ever, names)], depth);

type Leaf = () => Filter;

function randomFilter(random: Random, leaves: readonly Leaf[], depth: number): Filter {
  if (depth === 0 || random.chance(0.5)) return random.pick(leaves)();
  const parts = Array.from({ length: 1 + random.below(2) }, () => randomFilter(random, leaves, depth - 1));
  const kind = random.below(4);
  if (kind === 0) return { and: parts };
  if (kind === 1) return { or: parts };
  return kind === 2 ? { not: parts[0]! } : { hasDone: parts[0]! };
}

function randomGoal(random: Random, ever: readonly Counted[], depth: number): Filter {
  if (depth > 0 && random.chance(0.4)) {
    const parts = [randomGoal(random, ever, depth - 1), randomGoal(random, ever, depth - 1)];
    return random.pick([{ and: parts }, { or: parts }, { not: parts[0]! }]);
  }
  const found = randomCondition(random, ever, ['page', 'page', 'event', 'property:plan', 'link']);
  const isPage = 'dimension' in found && found.dimension === 'page' && found.operator.startsWith('is');
  return isPage
    ? { ...found, values: found.values.map((value) => (value === null ? null : withWildcard(random, String(value)))) }
    : found;
}

/** Replaces some of a page's characters by `*`, or none. */
function withWildcard(random: Random, page: string): string {
  // Half of a character is not part of any text.
  const characters = [...page];
  const start = 1 + random.below(characters.length);
  const end = start + random.below(characters.length - start + 1);
  return random.chance(0.3) ? page : `${characters.slice(0, start).join('')}*${characters.slice(end).join('')}`;
}

function randomCondition(random: Random, ever: readonly Counted[], names: readonly string[]): Filter {
  const dimension = random.pick(names);
  const event = random.pick(ever.filter(({ type }) => !OF_EVENTS.slice(2).includes(dimension) || type !== 'pageview'));
  const own = shownValue(dimension, event);
  if (dimension.startsWith('property:') && random.chance(0.3)) {
    return { dimension, operator: random.pick(['greater', 'less']), values: [random.pick([0, 12.5, 400])] };
  }
  const operator = random.pick(['is', 'is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not']);
  if (operator.startsWith('matches')) return { dimension, operator, values: [random.pick(PATTERNS)] };
  if (operator.startsWith('contains')) {
    return {
      dimension,
      operator,
      values: [
        String(own ?? 'x')
          .slice(0, 4)
          .toUpperCase() || 'x',
      ],
    };
  }
  return { dimension, operator, values: random.chance(0.2) ? [own, null] : [own] };
}
