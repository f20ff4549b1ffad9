import { describe, expect, test } from 'vitest';
import { agrees, BREAKDOWNS, namedRows } from './agreement.js';
import { randomHistory } from './history.js';
import { keysOf } from './keys.js';
import { answer, ENDPOINTS } from './oracle.js';
import { randomQueries } from './queries.js';
import { MUTANTS, type Mutant } from './rules.js';
import { sessionsOf } from './sessions.js';
import { someUnderWay } from './under-way.js';
import { WEEKS } from './weeks.js';

/** And one whose clocks change at midnight. */
const ALL_WEEKS = [...WEEKS, ['Asia/Beirut', '2026-03-27']] as const;

const DOMAIN = 'example.com';

describe.each(ALL_WEEKS)('%s from %s', (timezone, from) => {
  const options = { seed: 7, zone: timezone, from, days: 5, visitors: 25, domain: DOMAIN };
  const website = { timezone, domain: DOMAIN };
  const history = randomHistory(options);
  const queries = someUnderWay(randomQueries(history, website, { seed: 8, count: 16 }), timezone);

  test('the same seed gives the same history, another another', () => {
    expect(randomHistory(options)).toEqual(history);
    expect(randomHistory({ ...options, seed: 9 })).not.toEqual(history);
  });

  test('no two events of a visitor share their time', () => {
    expect(new Set(history.map((event) => `${event.timestamp} ${event.visitor}`)).size).toBe(history.length);
  });

  test('every row is what main says under its filter', () => {
    for (const { limit: _, ...query } of queries) {
      for (const breakdown of keysOf(BREAKDOWNS)) {
        const rows = namedRows(breakdown, answer(history, website, breakdown, { ...query, limit: 'all' }));
        for (const named of rows) {
          if (query.filters?.[named.filter] !== undefined) continue;
          const filters = { ...query.filters, [named.filter]: named.value };
          const main = answer(history, website, 'main', { ...query, filters });
          expect(agrees(named, main), JSON.stringify([breakdown, query, named, main])).toBe(true);
        }
      }
    }
  });

  test('the chart adds up to the pageviews of main, and every total is its visitors', () => {
    for (const query of queries) {
      const main = answer(history, website, 'main', query);
      const chart = answer(history, website, 'visitors-chart', query).data;
      expect(chart.reduce((sum, bucket) => sum + bucket.pageviews, 0)).toBe(main.totalPageviews);
      expect(answer(history, website, 'countries', query).total).toBe(main.totalVisitors);
      expect(answer(history, website, 'channels', query).totalVisitors).toBe(main.totalVisitors);
    }
  });

  test('every mutant is noticed', () => {
    const isNoticed = (mutant: Mutant): boolean =>
      queries.some((query) =>
        ENDPOINTS.some((endpoint) => {
          const right = answer(history, website, endpoint, query);
          return JSON.stringify(answer(history, website, endpoint, query, mutant)) !== JSON.stringify(right);
        }),
      );
    const mutants = MUTANTS.filter((mutant) => !(mutant === 'utc-days' && timezone === 'UTC'));
    expect(mutants.filter((mutant) => !isNoticed(mutant))).toEqual([]);
  });
});

test('a history has sessions of 24 hours, sessions without a pageview and, on request, reports of pages left', () => {
  const options = { seed: 3, zone: 'UTC', from: '2026-02-26', days: 5, visitors: 25, domain: DOMAIN };
  const sessions = (leaves: boolean) => {
    const counted = sessionsOf(randomHistory({ ...options, leaves }), DOMAIN, 30 * 60_000);
    return [...new Set(counted.map((event) => event.session))];
  };
  expect(sessions(false).some((session) => session.duration === 24 * 3_600_000)).toBe(true);
  expect(sessions(false).some((session) => session.pageviews === 0)).toBe(true);
  expect(sessions(false).some((session) => session.events === 1 && session.duration > 0)).toBe(false);
  expect(sessions(true).some((session) => session.events === 1 && session.duration > 0)).toBe(true);
});
