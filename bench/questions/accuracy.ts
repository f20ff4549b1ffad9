import type { FilterName } from '../../src/stats/dimensions.js';
import { largeWebsite } from '../data-set/plan.js';
import type { Engine } from '../engine/engine.js';
import { type CaseQuery, type ListName, measuredFilters, queryAt } from './case.js';
import type { BenchService } from './service.js';

/** Visitor counts up to this number must be exact, and larger ones within two percent. */
const EXACT_TO = 5_000;

/** Deviation of the service's visitor counts from `uniqExact` over the raw events. */
export interface Accuracy {
  readonly counts: number;
  /** Counts up to this number must be exact. */
  readonly exactTo: number;
  /** Number of those that are not exact. */
  readonly wrongBelow: number;
  /** The largest relative error of the others. */
  readonly largestError: number;
  readonly of: string;
}

/** The lists whose rows are named by one field, and the field's column. */
const lists: readonly (readonly [ListName, field: string, column: string])[] = [
  ['countries', 'country', 'country'],
  ['pages', 'page', 'path'],
  ['referrers', 'referrer', 'referrer'],
  ['browsers', 'browser', 'browser'],
  ['devices', 'device', 'device'],
  ['entry-pages', 'name', 'entry_path'],
  ['os', 'name', 'os'],
  ['languages', 'code', 'language'],
];

/** Columns of `events` by filter. */
const filterColumns: Readonly<Partial<Record<FilterName, string>>> = {
  referrer: 'referrer',
  channel: 'channel',
  campaign: 'campaign',
  page: 'path',
  entryPage: 'entry_path',
  country: 'country',
  city: 'city',
  browser: 'browser',
  os: 'os',
  device: 'device',
  language: 'language',
};

interface Count {
  readonly of: string;
  readonly own: number;
  readonly exact: number;
}

/** Queries `main` with every filter, the chart by day, and whole lists, over the longest and a shorter range. */
export async function measureAccuracy(service: BenchService, engine: Engine): Promise<Accuracy> {
  const counts: Count[] = [];
  for (const days of [365, 30] as const) {
    const asking = (endpoint: CaseQuery['endpoint'], filters: readonly FilterName[] = []): CaseQuery => ({
      ...queryAt({ endpoint, days, filters, untilNow: true }, largeWebsite.id, 0),
      limit: undefined,
    });
    for (const filters of [[], ...measuredFilters.map((name) => [name])]) {
      counts.push(await ofMain(asking('main', filters), `main, ${filters.join() || 'unfiltered'}, ${days} days`));
    }
    counts.push(...(await ofChart(asking('visitors-chart'), `chart by day, ${days} days`)));
    for (const list of lists) counts.push(...(await ofList(asking(list[0]), list, `${list[0]}, ${days} days`)));
  }
  const relativeError = ({ own, exact }: Count) => Math.abs(own - exact) / exact;
  const above = counts.filter(({ exact }) => exact > EXACT_TO).sort((a, b) => relativeError(b) - relativeError(a));
  return {
    counts: counts.length,
    exactTo: EXACT_TO,
    wrongBelow: counts.filter(({ own, exact }) => exact <= EXACT_TO && own !== exact).length,
    largestError: above[0] === undefined ? 0 : Math.round(relativeError(above[0]) * 1e5) / 1e5,
    of: above[0]?.of ?? '',
  };

  async function ofMain(query: CaseQuery, of: string): Promise<Count> {
    const { totalVisitors } = await service.answer<{ readonly totalVisitors: number }>(query);
    const [row] = await exactly(`SELECT uniqExact(visitor_id) AS visitors FROM events WHERE ${matching(query)}`);
    return { of, own: totalVisitors, exact: Number(row?.visitors) };
  }

  async function ofChart(query: CaseQuery, of: string): Promise<readonly Count[]> {
    const { data } = await service.answer<{ readonly data: readonly { date: string; visitors: number }[] }>(query);
    const rows = await exactly(
      `SELECT toString(toDate(time)) AS name, uniqExact(visitor_id) AS visitors FROM events WHERE ${matching(query)} GROUP BY name`,
    );
    const own = new Map(data.map(({ date, visitors }) => [date.slice(0, 10), visitors]));
    return rows.map(({ name, visitors }) => ({ of, own: own.get(name) ?? 0, exact: Number(visitors) }));
  }

  async function ofList(
    query: CaseQuery,
    [, field, column]: (typeof lists)[number],
    of: string,
  ): Promise<readonly Count[]> {
    const answer = await service.answer<Readonly<Record<string, unknown>>>(query);
    const items = Object.values(answer).find((value) => Array.isArray(value)) as readonly Readonly<
      Record<string, unknown>
    >[];
    const own = new Map(items.map((item) => [String(item[field]), Number(item.visitors)]));
    const rows = await exactly(
      `SELECT toString(${column}) AS name, uniqExact(visitor_id) AS visitors FROM events WHERE ${matching(query)} GROUP BY name`,
    );
    return rows.map(({ name, visitors }) => ({ of, own: own.get(name) ?? 0, exact: Number(visitors) }));
  }

  function exactly(text: string): Promise<readonly { readonly name: string; readonly visitors: string }[]> {
    return engine.rows(text);
  }
}

/** Matches the events that a query counts. */
function matching({ websiteId, start, end, filters }: CaseQuery): string {
  const instant = (epochMs: number) => `fromUnixTimestamp64Milli(${epochMs}, 'UTC')`;
  const filtered = Object.entries(filters).map(
    ([name, value]) => ` AND ${filterColumns[name as FilterName]} = '${value}'`,
  );
  return `website_id = '${websiteId}' AND time >= ${instant(start)} AND time < ${instant(end)} AND type != 'leave'${filtered.join('')}`;
}
