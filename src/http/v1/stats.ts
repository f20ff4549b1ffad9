import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { StatsQuery } from '../../stats/query.js';
import { channels, channelsShape } from '../../stats/reports/channels.js';
import { drops, dropsShape } from '../../stats/reports/drops.js';
import { hasEvents, hasEventsShape } from '../../stats/reports/has-events.js';
import { type List, listItem, listShape, lists, readList, readWholeList } from '../../stats/reports/lists.js';
import { main, mainShape } from '../../stats/reports/main.js';
import { visitorsChart, visitorsChartShape } from '../../stats/reports/visitors-chart.js';
import { dayBuckets, hourBuckets, parseRange } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import { route, type Services } from './services.js';
import {
  hourlyRangeFaults,
  limitOf,
  listParameters,
  rangeFaults,
  rangeParameters,
  type StatsParameters,
  statsParameters,
  statsQueryOf,
} from './stats-parameters.js';

const tag = 'Statistics';

/** Longer lists are streamed while they are read. */
const MAX_ROWS_AT_ONCE = 1_000;

/** docs/api-specification.md, section 4.4. */
export function statsRoutes({ clickhouse, now }: Services) {
  const asked = (website: Website, parameters: StatsParameters) => statsQueryOf(website, parameters, now());
  return [
    route({
      method: 'GET',
      path: '/websites/:id/stats/main',
      access: 'website',
      tag,
      summary: 'The main figures, beside those of the period before; of a range under way, of the same elapsed time',
      query: statsParameters,
      queryFaults: rangeFaults,
      response: mainShape,
      faults: ['unavailable'],
      handle: async ({ website, query: parameters }) => {
        const { query, comparison } = asked(website, parameters);
        return { data: await main(clickhouse, query, comparison) };
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/visitors-chart',
      access: 'website',
      tag,
      summary: 'Visitors and pageviews by hour or day',
      query: statsParameters.extend({
        granularity: z.enum(['hour', 'day'], { error: 'must be hour or day' }).default('hour'),
      }),
      queryFaults: (given, website) =>
        (given.granularity ?? 'hour') === 'hour' ? hourlyRangeFaults(given, website) : rangeFaults(given, website),
      response: visitorsChartShape,
      faults: ['unavailable'],
      handle: async ({ website, query: parameters }) => {
        const { query } = asked(website, parameters);
        const bucketsOf = parameters.granularity === 'day' ? dayBuckets : hourBuckets;
        return { data: await visitorsChart(clickhouse, query, bucketsOf(query.range, website.timezone)) };
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/has-events',
      access: 'website',
      tag,
      summary: 'Whether the website has received any event',
      response: hasEventsShape,
      faults: ['unavailable'],
      handle: async ({ website }) => ({ data: await hasEvents(clickhouse, website.id) }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/channels',
      access: 'website',
      tag,
      summary: 'Visitors by channel, with their largest sources',
      query: statsParameters,
      queryFaults: rangeFaults,
      response: channelsShape,
      faults: ['unavailable'],
      handle: async ({ website, query }) => ({ data: await channels(clickhouse, asked(website, query).query) }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/drops',
      access: 'website',
      tag,
      summary: 'Events that were not counted, by reason',
      query: rangeParameters,
      queryFaults: rangeFaults,
      response: dropsShape,
      faults: ['unavailable'],
      handle: async ({ website, query }) => {
        const { range } = parseRange(query.from, query.to, website.timezone, now());
        return { data: await drops(clickhouse, website.id, range) };
      },
    }),
    ...Object.values<List>(lists).map((each) =>
      route({
        method: 'GET',
        path: `/websites/:id/stats/${each.path}`,
        access: 'website',
        tag,
        summary: each.summary,
        query: listParameters,
        queryFaults: rangeFaults,
        response: listShape(each),
        faults: ['unavailable'],
        handle: async ({ website, query: parameters }) => {
          const { query } = asked(website, parameters);
          const limit = limitOf(parameters);
          if (limit === undefined || limit > MAX_ROWS_AT_ONCE)
            return { dataText: listText(clickhouse, query, each, limit) };
          const { rows, total } = await readList(clickhouse, query, each, limit);
          const [items, totalName] = each.fields;
          return { data: { [items]: rows.map((row) => listItem(each, row)), [totalName]: total } };
        },
      }),
    ),
  ];
}

/** Yields the data of a long list as JSON, in pieces. */
async function* listText(
  clickhouse: ClickHouse,
  query: StatsQuery,
  list: List,
  limit: number | undefined,
): AsyncGenerator<string> {
  const [items, totalName] = list.fields;
  let start = `{${JSON.stringify(items)}:[`;
  let separator = '';
  let end = '';
  for await (const { rows, total } of readWholeList(clickhouse, query, list, { limit })) {
    const text = rows.map((row) => JSON.stringify(listItem(list, row))).join(',');
    yield start + (text === '' ? '' : separator + text);
    start = '';
    if (text !== '') separator = ',';
    end = `],${JSON.stringify(totalName)}:${total}}`;
  }
  yield end;
}
