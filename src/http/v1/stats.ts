import type { Context } from 'hono';
import { z } from 'zod';
import { type Account, isFirstAccount } from '../../accounts/accounts.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { type LoggedQuery, logQueries } from '../../clickhouse/log-queries.js';
import { withSignal } from '../../clickhouse/with-signal.js';
import { AppError } from '../../lib/errors.js';
import type { Scope } from '../../stats/query.js';
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
  hourlyRangeErrors,
  listParameters,
  parseLimit,
  rangeErrors,
  rangeParameters,
  readScope,
  type StatsParameters,
  statsParameters,
} from './stats-parameters.js';

const tag = 'Statistics';

const ORDER =
  'Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.';

/** Longer lists are streamed while they are read. */
const MAX_ROWS_AT_ONCE = 1_000;

/** docs/api-specification.md, section 4.4. */
export function statsRoutes(services: Services) {
  const { now } = services;
  const requestClient = (context: Context) => withSignal(services.clickhouse, context.req.raw.signal);
  const asked = (context: Context, website: Website, parameters: StatsParameters) =>
    readScope(requestClient(context), website, parameters, now());
  return [
    route({
      method: 'GET',
      path: '/websites/:id/stats/main',
      access: 'website',
      tag,
      conditional: true,
      summary: 'Get summary',
      description:
        'The comparison range is the same number of days, or the same length of time, right before `from`. A range of up to ' +
        '31 days that contains the present is compared with the same elapsed time.',
      query: statsParameters,
      queryErrors: rangeErrors,
      response: mainShape,
      errorKinds: ['unavailable'],
      handle: async ({ website, query: parameters, ...call }) => {
        const { scope, comparison } = await asked(call.context, website, parameters);
        return explained(services, call, (client) => main(client, scope, comparison));
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/visitors-chart',
      access: 'website',
      tag,
      conditional: true,
      summary: 'Get visitors chart',
      description:
        'Visitors and pageviews by hour or day: every bucket of the range in order, empty ones as zeros. An hour ends at each ' +
        'full local hour and at each change of clocks.',
      query: statsParameters.extend({
        granularity: z
          .enum(['hour', 'day'], { error: 'must be hour or day' })
          .default('hour')
          .describe('Length of a bucket. Hours are for at most 366 days'),
      }),
      queryErrors: (given, website) =>
        (given.granularity ?? 'hour') === 'hour' ? hourlyRangeErrors(given, website) : rangeErrors(given, website),
      response: visitorsChartShape,
      errorKinds: ['unavailable'],
      handle: async ({ website, query: parameters, ...call }) => {
        const { scope } = await asked(call.context, website, parameters);
        const splitIntoBuckets = parameters.granularity === 'day' ? dayBuckets : hourBuckets;
        const buckets = splitIntoBuckets(scope.range, website.timezone);
        return explained(services, call, (client) => visitorsChart(client, scope, buckets));
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/has-events',
      access: 'website',
      tag,
      conditional: true,
      summary: 'Check for events',
      description: 'Whether the website has received any event, imported ones included.',
      response: hasEventsShape,
      errorKinds: ['unavailable'],
      handle: async ({ website, context }) => ({ data: await hasEvents(requestClient(context), website.id) }),
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/channels',
      access: 'website',
      tag,
      conditional: true,
      summary: 'List channels',
      description: `Visitors by channel, with the five largest referrers of each; Direct has none. ${ORDER}`,
      query: statsParameters,
      queryErrors: rangeErrors,
      response: channelsShape,
      errorKinds: ['unavailable'],
      handle: async ({ website, query: parameters, ...call }) => {
        const { scope } = await asked(call.context, website, parameters);
        return explained(services, call, (client) => channels(client, scope));
      },
    }),
    route({
      method: 'GET',
      path: '/websites/:id/stats/drops',
      access: 'website',
      tag,
      conditional: true,
      summary: 'List dropped events',
      description:
        'Events that were not counted, by reason, the most frequent first. Accurate to a quarter of an hour.',
      query: rangeParameters,
      queryErrors: rangeErrors,
      response: dropsShape,
      errorKinds: ['unavailable'],
      handle: async ({ website, query, context }) => {
        const { range } = parseRange(query.from, query.to, website.timezone, now());
        return { data: await drops(requestClient(context), website.id, range) };
      },
    }),
    ...Object.values<List>(lists).map((each) =>
      route({
        method: 'GET',
        path: `/websites/:id/stats/${each.path}`,
        access: 'website',
        tag,
        conditional: true,
        summary: `List ${(each.endpoint ?? each.title).toLowerCase()}`,
        description: `${each.summary}. ${ORDER}`,
        query: listParameters,
        queryErrors: rangeErrors,
        response: listShape(each),
        errorKinds: ['unavailable'],
        handle: async ({ website, query: parameters, ...call }) => {
          const { scope } = await asked(call.context, website, parameters);
          const limit = parseLimit(parameters);
          if (limit === undefined || limit > MAX_ROWS_AT_ONCE)
            return { dataText: listText(requestClient(call.context), scope, each, limit) };
          const [items, totalName] = each.fields;
          return explained(services, call, async (client) => {
            const { rows, total } = await readList(client, scope, each, limit);
            return { [items]: rows.map((row) => listItem(each, row)), [totalName]: total };
          });
        },
      }),
    ),
  ];
}

interface ExplainableCall {
  readonly account: Account;
  readonly context: Context;
}

/**
 * Returns the data that `read` makes. With `explain=1`, the owner of the installation gets the queries behind it too: SQL, rows and
 * milliseconds. Throws AppError `forbidden` for any other account.
 */
async function explained<Data>(
  services: Services,
  { account, context }: ExplainableCall,
  read: (client: ClickHouse) => Promise<Data>,
) {
  const clickhouse = withSignal(services.clickhouse, context.req.raw.signal);
  if (context.req.query('explain') !== '1') return { data: await read(clickhouse) };
  if (!(await isFirstAccount(services.websites.db, account.id))) {
    throw new AppError('forbidden', ['explain: is for the account of the owner of the installation']);
  }
  const explain: LoggedQuery[] = [];
  return { data: await read(logQueries(clickhouse, (query) => explain.push(query))), explain };
}

/** Yields the data of a long list as JSON, in pieces. */
async function* listText(
  clickhouse: ClickHouse,
  scope: Scope,
  list: List,
  limit: number | undefined,
): AsyncGenerator<string> {
  const [items, totalName] = list.fields;
  let start = `{${JSON.stringify(items)}:[`;
  let separator = '';
  let end = '';
  for await (const { rows, total } of readWholeList(clickhouse, scope, list, { limit })) {
    const text = rows.map((row) => JSON.stringify(listItem(list, row))).join(',');
    yield start + (text === '' ? '' : separator + text);
    start = '';
    if (text !== '') separator = ',';
    end = `],${JSON.stringify(totalName)}:${total}}`;
  }
  yield end;
}
