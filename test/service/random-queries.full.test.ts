import { afterAll, beforeAll, expect, test } from 'vitest';
import { operators } from '../../src/stats/filters.js';
import { reports } from '../../src/stats/reports/reports.js';
import { rowMetricNames } from '../../src/stats/rows/row-metrics.js';
import { timeDimensions } from '../../src/stats/rows/time-dimensions.js';
import { COMPARISONS, RANGES } from '../dashboard/random-view.js';
import type { Random } from '../oracle/random.js';
import { SEED } from '../seed.js';
import { walk } from '../walk.js';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';
import { DIMENSIONS, NOW, randomValue, type VariedWebsite, variedWebsite } from './varied-website.js';

let service: TestService;
let owner: ApiClient;
let website: VariedWebsite;

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
  owner = await apiClient(service);
  website = await variedWebsite(owner, SEED);
});

afterAll(() => service.close());

const METRICS = [...rowMetricNames, 'sum:amount', 'avg:amount', 'revenue', 'revenue:EUR'];

/** Any filter of the API. */
function randomTree(random: Random, depth = 2, names = DIMENSIONS): unknown {
  const inner = () => randomTree(random, depth - 1, names);
  if (depth > 0 && random.chance(0.5)) {
    const list = Array.from({ length: random.below(4) }, inner);
    return random.pick([{ and: list }, { or: list }, { not: inner() }, { hasDone: inner() }]);
  }
  if (random.chance(0.1)) return { segment: random.pick(website.segments) };
  if (random.chance(0.1)) return { goal: random.pick(website.goals) };
  const dimension = random.pick(names);
  const operator = random.pick(dimension.startsWith('property:') ? operators : operators.slice(0, 6));
  if (operator === 'greater' || operator === 'less')
    return { dimension, operator, values: [random.pick([0, 1.5, -3, 404])] };
  const isPart = !operator.startsWith('is');
  const value = () => {
    const text = randomValue(random, website, dimension, isPart);
    return operator.startsWith('matches') ? `^.?${text.replace(/\W/gu, '.')}` : text;
  };
  const values = Array.from({ length: 1 + random.below(3) }, () => (!isPart && random.chance(0.15) ? null : value()));
  return { dimension, operator, values };
}

function randomQuery(random: Random) {
  const time = random.chance(0.4) ? [random.pick(Object.keys(timeDimensions))] : [];
  const dimensions = random.shuffled([
    ...time,
    ...random.shuffled([...DIMENSIONS, 'goal', 'website']).slice(0, random.below(4)),
  ]);
  const metrics = random.shuffled(METRICS).slice(0, 1 + random.below(6));
  return {
    ...random.pick(RANGES)[1],
    metrics,
    dimensions,
    ...(random.chance(0.8) && { filters: randomTree(random) }),
    ...(random.chance(0.8) && { goal: random.pick(website.goals) }),
    ...(random.chance(0.5) && { comparison: random.pick(COMPARISONS)[1] }),
    ...(random.chance(0.4) && {
      orderBy: [{ by: random.pick([...metrics, ...dimensions]), direction: random.pick(['asc', 'desc']) }],
    }),
    include: random.shuffled(['totals', 'totalRows', 'comparison', 'emptyRows']).slice(0, random.below(4)),
    limit: 1 + random.below(200),
  };
}

async function call(path: string, body: object, headers = {}) {
  const answer = await owner.call('POST', `/websites/${website.id}/${path}`, body, headers);
  expect([200, 400], `${path}: ${JSON.stringify([answer.body.meta, body])}`).toContain(answer.status);
  return answer;
}

const queries = async (random: Random): Promise<void> => {
  const body = randomQuery(random);
  const answer = await call('query', body);
  if (answer.status === 200) {
    const { nextCursor, rows } = answer.body.data;
    if (nextCursor !== null) {
      const next = await call('query', { ...body, cursor: nextCursor });
      expect(next.status, JSON.stringify(next.body.meta)).toBe(200);
      const key = (row: Record<string, unknown>) => JSON.stringify(body.dimensions.map((name) => row[name]));
      const known = new Set(rows.map(key));
      expect(
        next.body.data.rows.filter((row: Record<string, unknown>) => known.has(key(row))),
        JSON.stringify(body),
      ).toEqual([]);
    }
    const { include: _, limit: __, ...whole } = body;
    const accept = { Accept: random.pick(['text/csv', 'application/x-ndjson']) };
    const file = await call('query', whole, accept);
    expect(file.status, `${JSON.stringify(whole)} ${JSON.stringify(file.body.meta)}`).toBe(200);
    const lines = (file.body.data as string).trimEnd().split('\n').length - (accept.Accept === 'text/csv' ? 1 : 0);
    if (nextCursor === null && !body.include.includes('emptyRows')) {
      const all = file.body.data === '' ? 0 : lines;
      expect(all, JSON.stringify(body)).toBe(rows.length);
    }
  }
  const queriesOf = [randomQuery(random), randomQuery(random), randomQuery(random)];
  const batch = await call('query/batch', { queries: queriesOf });
  for (const [place, result] of (batch.body.data?.results ?? []).entries())
    expect([200, 400], JSON.stringify([result, queriesOf[place]])).toContain(result.status);
};

const analyses = async (random: Random): Promise<void> => {
  const scope = () => ({ ...random.pick(RANGES)[1], ...(random.chance(0.8) && { filters: randomTree(random) }) });
  const leaf = () => randomTree(random, 1);
  await call('funnel', {
    ...scope(),
    steps: Array.from({ length: 2 + random.below(3) }, leaf),
    order: random.pick(['any', 'strict']),
    scope: random.pick(['visitor', 'session']),
    ...(random.chance(0.5) && { breakdown: random.pick(DIMENSIONS) }),
    withinSeconds: random.pick([1, 3600, 86_400, 7_776_000]),
  });
  await call('cohorts', {
    ...scope(),
    interval: random.pick(['day', 'week', 'month']),
    ...(random.chance(0.5) && { returned: leaf() }),
    ...(random.chance(0.5) && {
      filters: randomTree(random, 2, ['country', 'device', 'entryPage', 'exitPage', 'screen', 'campaign']),
    }),
  });
  await call('journey', {
    ...scope(),
    ...(random.chance(0.7) && { anchor: { [random.pick(['from', 'to', 'through'])]: leaf() } }),
    steps: 1 + random.below(6),
    groupBy: random.pick(['page', 'section']),
  });
  await call('changes', {
    ...scope(),
    metric: random.pick(['visitors', 'visits', 'pageviews', 'conversions']),
    goal: random.pick(website.goals),
    comparison: random.pick(COMPARISONS)[1],
  });
};

const DAYS = [
  ['2026-03-29', '2026-03-29'],
  ['2026-03-20', '2026-04-10'],
  ['2026-03-25T10:07:03Z', '2026-03-30T00:00:00Z'],
  ['2025-01-01', '2026-03-31'],
  ['2026-06-01', '2026-06-02'],
] as const;

const stats = async (random: Random): Promise<void> => {
  const [from, to] = random.pick(DAYS);
  const parameters = new URLSearchParams({ from, to, limit: random.pick(['1', '10', 'all']) });
  for (let filters = random.below(4); filters > 0; filters -= 1) {
    const dimension = random.pick(DIMENSIONS);
    const operator = random.pick(['', '.is_not', '.contains', '.contains_not', '.matches', '.matches_not', '.is']);
    const value = randomValue(random, website, dimension, operator.includes('contains'));
    parameters.append(`${dimension}${operator}`, operator.includes('matches') ? value.replace(/\W/gu, '.') : value);
  }
  if (random.chance(0.3)) parameters.set('segment', random.pick(website.segments));
  if (random.chance(0.3)) parameters.set('goal', random.pick(website.goals));
  if (random.chance(0.5)) parameters.set('granularity', random.pick(['hour', 'day']));
  const endpoint = random.pick([...reports.map(({ path }) => path), 'has-events']);
  const { status, body } = await owner.get(`/websites/${website.id}/stats/${endpoint}`, Object.fromEntries(parameters));
  expect([200, 400], JSON.stringify([endpoint, body.meta])).toContain(status);
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  const found = await owner.get(`/websites/${website.id}/values`, {
    dimension: random.pick(DIMENSIONS),
    search: randomValue(random, website, 'page', true),
    from: first,
    to: last,
  });
  expect([200, 400], JSON.stringify(found.body.meta)).toContain(found.status);
};

test.each([
  ['queries', queries, 12],
  ['funnels, retention, journeys and changes', analyses, 8],
  ['statistics and values', stats, 60],
] as const)(`random %s (TEST_SEED=${SEED})`, (_, step, steps) => walk(steps, step));
