import { z } from 'zod';
import { channels, channelsShape } from '../../stats/endpoints/channels.js';
import { drops, dropsShape } from '../../stats/endpoints/drops.js';
import { hasEvents, hasEventsShape } from '../../stats/endpoints/has-events.js';
import { list, listShape } from '../../stats/endpoints/list.js';
import { main, mainShape } from '../../stats/endpoints/main.js';
import { visitorsChart, visitorsChartShape } from '../../stats/endpoints/visitors-chart.js';
import { lists } from '../../stats/lists.js';
import { dayBuckets, hourBuckets, parseRange } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import {
  type Asked,
  hourlyRangeFaults,
  limitOf,
  listQuery,
  questionOf,
  rangeFaults,
  rangeQuery,
  type StatsQuery,
  statsQuery,
} from './question.js';
import { route, type Services } from './services.js';

const tag = 'Statistics';

/** Section 4.4 of the specification. */
export function statsRoutes({ clickhouse, withBuilt }: Services) {
  const answer = <Data>(website: Website, query: StatsQuery, to: (asked: Asked) => Promise<Data>): Promise<Data> =>
    withBuilt(website, async (built) => to(questionOf(website, query, built)));
  return [
    route({
      method: 'GET',
      path: '/websites/:id/stats/main',
      access: 'website',
      tag,
      summary: 'The main figures, beside those of the period before',
      query: statsQuery,
      queryFaults: rangeFaults,
      response: mainShape,
      handle: async ({ website, query }) => ({
        data: await answer(website, query, ({ question, comparison }) => main(clickhouse, question, comparison)),
      }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/visitors-chart',
      access: 'website',
      tag,
      summary: 'Visitors and pageviews by hour or day',
      query: statsQuery.extend({
        granularity: z.enum(['hour', 'day'], { error: 'must be hour or day' }).default('hour'),
      }),
      queryFaults: (given, website) =>
        (given.granularity ?? 'hour') === 'hour' ? hourlyRangeFaults(given, website) : rangeFaults(given, website),
      response: visitorsChartShape,
      handle: async ({ website, query }) => {
        const { granularity } = query;
        const bucketsOf = granularity === 'day' ? dayBuckets : hourBuckets;
        const data = await answer(website, query, ({ question }) =>
          visitorsChart(clickhouse, question, granularity, bucketsOf(question.period, website.timezone)),
        );
        return { data };
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/has-events',
      access: 'website',
      tag,
      summary: 'Whether the website has received any event',
      response: hasEventsShape,
      handle: async ({ website }) => ({ data: await hasEvents(clickhouse, website.id) }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/channels',
      access: 'website',
      tag,
      summary: 'Visitors by channel, with their largest sources',
      query: statsQuery,
      queryFaults: rangeFaults,
      response: channelsShape,
      handle: async ({ website, query }) => ({
        data: await answer(website, query, ({ question }) => channels(clickhouse, question)),
      }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/drops',
      access: 'website',
      tag,
      summary: 'Events that were not counted, by reason',
      query: rangeQuery,
      queryFaults: rangeFaults,
      response: dropsShape,
      handle: async ({ website, query }) => {
        const { range } = parseRange(query.from, query.to, website.timezone);
        return { data: await drops(clickhouse, website.id, range) };
      },
    }),
    ...lists.map((each) =>
      route({
        method: 'GET',
        path: `/websites/:id/stats/${each.path}`,
        access: 'website',
        tag,
        summary: each.summary,
        query: listQuery,
        queryFaults: rangeFaults,
        response: listShape(each),
        handle: async ({ website, query }) => ({
          data: await answer(website, query, ({ question }) => list(clickhouse, question, each, limitOf(query))),
        }),
      }),
    ),
  ];
}
