import { beforeAll, describe, expect, test } from 'vitest';
import { answer, answerTogether } from '../../src/stats/answer.js';
import { parseFilters, type Scope } from '../../src/stats/query.js';
import { listQuery, readList, rowsQuery, withShares } from '../../src/stats/reports/list.js';
import { lists } from '../../src/stats/reports/lists.js';
import { mainQuery, toMain } from '../../src/stats/reports/main.js';
import { visitorsChartQuery } from '../../src/stats/reports/visitors-chart.js';
import { dayBuckets, parseRange } from '../../src/time/index.js';
import { agrees, BREAKDOWNS, type Breakdown, namedRows } from '../oracle/agreement.js';
import type { Main } from '../oracle/answers.js';
import { FILTERS } from '../oracle/filters.js';
import { randomHistory } from '../oracle/history.js';
import { keysOf } from '../oracle/keys.js';
import { randomQueries } from '../oracle/queries.js';
import { addDays } from '../oracle/zones.js';
import type { ApiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';

/** Metrics of queries by the fields of main that have them, and those of its comparison. */
const METRICS: Readonly<Partial<Record<keyof Main, string>>> = {
  totalVisitors: 'visitors',
  totalPageviews: 'pageviews',
  viewsPerVisit: 'viewsPerVisit',
  bounceRate: 'bounceRate',
  averageSessionDurationSeconds: 'averageSessionDurationSeconds',
  returningVisitors: 'returningVisitors',
  returningVisitorRate: 'returningVisitorRate',
};
const PREVIOUS: typeof METRICS = {
  previousTotalVisitors: 'visitors',
  previousTotalPageviews: 'pageviews',
  previousBounceRate: 'bounceRate',
  previousAverageSessionDurationSeconds: 'averageSessionDurationSeconds',
};

type Figures = Readonly<Record<string, unknown>>;

/** The fields of main that a row's metrics are. */
const fieldsOf = (fields: typeof METRICS, row: Figures) =>
  Object.fromEntries(Object.entries(fields).map(([field, metric]) => [field, row[metric]]));

interface Opened {
  readonly service: TestService;
  readonly owner: ApiClient;
}

interface HistoryOptions {
  readonly zone: string;
  readonly from: string;
  readonly seed: number;
  /** How many queries each breakdown is asked about. */
  readonly count: number;
}

/** Compares each row of each breakdown of a random history with what main says under its filter. */
export function describeRowsOfHistory(opened: () => Opened, { zone, from, seed, count }: HistoryOptions): void {
  describe(`of a history in ${zone}`, () => {
    const history = randomHistory({ seed, zone, from, days: 4, visitors: 20, domain: DOMAIN });
    const queries = randomQueries(history, { timezone: zone, domain: DOMAIN }, { seed, count });
    let service: TestService;
    let owner: ApiClient;
    let id: string;

    beforeAll(async () => {
      ({ service, owner } = opened());
      ({ id } = await owner.website({ timezone: zone, domain: DOMAIN }));
      await owner.history(id, history);
    });

    const ask = async (endpoint: string, query: Readonly<Record<string, string>>) =>
      (await owner.get(`/websites/${id}/stats/${endpoint}`, query)).body.data;

    /** Of many queries, the same is asked of main. */
    const mains = new Map<string, Promise<Main>>();
    const askMain = (query: Readonly<Record<string, string>>): Promise<Main> => {
      const key = JSON.stringify(query);
      const asked = mains.get(key) ?? ask('main', query);
      mains.set(key, asked);
      return asked;
    };

    test.each(keysOf(BREAKDOWNS))(
      'each row of %s has the visitors of main under its filter',
      async (breakdown: Breakdown) => {
        for (const { from, to, filters = {} } of queries) {
          const rows = namedRows(breakdown, await ask(breakdown, { from, to, ...filters, limit: 'all' }));
          for (const named of rows) {
            // A filter that is there already would be replaced: its row is the one that it chooses.
            const request = { from, to, ...filters, [named.filter]: named.value };
            const isSame = filters[named.filter] === undefined || filters[named.filter] === named.value;
            if (isSame) expect(agrees(named, await askMain(request)), JSON.stringify({ request, named })).toBe(true);
          }
        }
      },
    );

    const rowsBy = async (
      dimension: string,
      query: object,
    ): Promise<readonly (Figures & { comparison: Figures })[]> => {
      const metrics = Object.values(METRICS);
      const body = { metrics, dimensions: [dimension], comparison: { mode: 'previous' }, limit: 10_000, ...query };
      return (await owner.call('POST', `/websites/${id}/query`, body)).body.data.rows;
    };

    test.each(FILTERS)('each row of a query by %s has all metrics of main under its filter', async (dimension) => {
      for (const { from, to, filters = {} } of queries) {
        const conditions = Object.entries(filters).map(([name, value]) => ({
          dimension: name,
          operator: 'is',
          values: [value],
        }));
        for (const row of await rowsBy(dimension, { from, to, filters: conditions })) {
          const value = row[dimension];
          // A filter that is there already would be replaced, and no parameter selects what has no value.
          if (value === null || (filters[dimension] ?? value) !== value) continue;
          const request = { from, to, ...filters, [dimension]: String(value) };
          const main = await askMain(request);
          expect(main, JSON.stringify(request)).toMatchObject(fieldsOf(METRICS, row));
          const before =
            row.comparison.visitors === null ? { previousTotalVisitors: 0 } : fieldsOf(PREVIOUS, row.comparison);
          expect(main, JSON.stringify(request)).toMatchObject(before);
        }
      }
    });

    test('each row of a query by day has all metrics of main on that day', async () => {
      for (const row of await rowsBy('day', { from, to: addDays(from, 3), comparison: undefined })) {
        const day = String(row.day);
        expect(await askMain({ from: day, to: day }), day).toMatchObject(fieldsOf(METRICS, row));
      }
    });

    test.each(keysOf(BREAKDOWNS))('the total of %s is that of main', async (breakdown: Breakdown) => {
      for (const { from, to, filters = {} } of queries) {
        const answer = await ask(breakdown, { from, to, ...filters });
        const { totalVisitors } = await ask('main', { from, to, ...filters });
        expect(answer.total ?? answer.totalVisitors).toBe(totalVisitors);
      }
    });

    test.each([1, 3, 7, 13.5, 20.25])(
      'totals and charts are the same together, alone and from other tables, %d hours into the last day',
      async (hours) => {
        const visitors = await counted(service, id);
        const [first, last] = [addDays(from, 2), addDays(from, 3)];
        const now = parseRange(last, last, zone, 0).range.start + hours * 3_600_000;
        const { range, comparison } = parseRange(first, last, zone, now);
        expect(comparison.end).toBeLessThan(range.start);
        const figuresFor = async (scope: Scope) => {
          const queries = [
            mainQuery(scope, comparison),
            visitorsChartQuery({ ...scope, range: { ...range, start: comparison.start } }, [
              ...dayBuckets({ start: comparison.start, end: range.start }, zone),
              ...dayBuckets(range, zone),
            ]),
          ];
          const answered = await Promise.all(answerTogether(service.clickhouse, queries));
          expect(await Promise.all(queries.map((query) => answer(service.clickhouse, query)))).toEqual(answered);
          const [totals, chart] = answered;
          return { main: toMain(totals!.total), chart: chart!.rows.map(({ now }) => [now.visitors, now.pageviews]) };
        };
        for (const filter of [undefined, parseFilters({ device: 'mobile' })]) {
          const scope = { websiteId: id, range, filter };
          const found = await figuresFor({ ...scope, count: visitors });
          expect(found).toEqual(await figuresFor(scope));
          expect(found.main.totalVisitors + found.main.previousTotalVisitors).toBeGreaterThan(0);
        }
      },
    );

    test.each(Object.values(lists).filter(({ endpoint }) => endpoint))(
      '$path has the same rows and shares if the visitors are known',
      async (list) => {
        for (const isCounted of [true, false]) {
          const visitors = isCounted ? await counted(service, id) : undefined;
          for (const { from: first, to, filters = {} } of [{ from, to: addDays(from, 3) }, ...queries]) {
            const { range, comparison } = parseRange(first, to, zone, service.clock);
            const query = { websiteId: id, range, filter: parseFilters(filters), count: visitors };
            const alone = await readList(service.clickhouse, query, list, 5);
            const isOfVisitors = list.by.metrics[0] === 'visitors';
            const request = isOfVisitors ? rowsQuery(list, query, 5) : listQuery(list, query, { limit: 5 });
            // As on a page, with the totals and other lists.
            const [totals, together] = await Promise.all(
              answerTogether(service.clickhouse, [
                mainQuery(query, comparison),
                request,
                rowsQuery(lists.countries, query, 1_000),
                rowsQuery(lists.os, query, 3),
              ]),
            );
            const total = isOfVisitors ? totals!.total.now.visitors : alone.total;
            expect({ total, rows: withShares(list, together!.rows, total) }).toEqual(alone);
          }
        }
      },
    );
  });
}
