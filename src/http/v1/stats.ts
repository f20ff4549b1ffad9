import type { z } from 'zod';
import { type Account, isFirstAccount } from '../../accounts/accounts.js';
import { type KeyRights, requireAllWebsites } from '../../accounts/key-rights.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { type LoggedQuery, logQueries } from '../../clickhouse/log-queries.js';
import { AppError } from '../../lib/errors.js';
import type { Scope } from '../../stats/query.js';
import { hasEvents, hasEventsShape } from '../../stats/reports/has-events.js';
import type { QueryParameters, Report } from '../../stats/reports/report.js';
import { reports } from '../../stats/reports/reports.js';
import { rowDimensions } from '../../stats/rows/parse-filter.js';
import { explainPattern } from '../../stats/rows/patterns.js';
import { requestClient, route, type Services } from '../services.js';
import {
  OTHER_FILTERS,
  parseStatsParameters,
  rangeParameters,
  readInScope,
  readScope,
  referenceParameters,
  statsParameters,
} from './stats-parameters.js';

const shared = { method: 'GET', access: 'website', tag: 'Statistics', conditional: true } as const;

/** docs/api-specification.md, section 4.4. */
export const statsRoutes = (services: Services) => [
  ...reports.map((report) => reportRoute(services, report)),
  route({
    ...shared,
    path: '/websites/:id/stats/has-events',
    summary: 'Check for events',
    description: 'Whether the website has received any event, imported ones included.',
    response: hasEventsShape,
    errorKinds: ['unavailable'],
    handle: async ({ website, context }) => ({ data: await hasEvents(requestClient(services, context), website.id) }),
  }),
];

function reportRoute(services: Services, report: Report) {
  const { path, summary, description, hasFilters = true, isHourly } = report;
  const general: z.ZodObject = hasFilters ? statsParameters.extend(referenceParameters) : rangeParameters;
  return route({
    ...shared,
    path: `/websites/:id/stats/${path}`,
    summary,
    description,
    query: general.extend(report.parameters?.shape ?? {}),
    ...(hasFilters && {
      openQuery: OTHER_FILTERS,
      repeatable: [...rowDimensions, ...Object.keys(referenceParameters)],
    }),
    parse: parseStatsParameters(services, isHourly, hasFilters ? 'filters' : 'range'),
    response: report.response,
    errorKinds: ['unavailable'],
    handle: async ({ website, query, parsed: { range, comparison, filter: typed }, ...call }) => {
      const parameters = query as QueryParameters;
      const streaming = report.streaming?.isNeeded(parameters) ? report.streaming : undefined;
      const read = async (reader: ClickHouse, scope: Scope) => {
        const input = { scope, comparison, zone: website.timezone };
        if (streaming !== undefined) return streaming.open(reader, input, parameters).catch(explainPattern);
        return { data: await report.read(reader, input, parameters).catch(explainPattern) };
      };
      const readOnce = async (reader: ClickHouse) => read(reader, await readScope(reader, website, range, typed));
      const client = requestClient(services, call.context);
      if (call.context.req.query('explain') === '1') return explain(services, { ...call, client }, readOnce);
      return streaming === undefined ? readInScope(client, website, range, typed, read) : readOnce(client);
    },
  });
}

interface ExplainableCall {
  readonly client: ClickHouse;
  readonly account: Account;
  readonly rights: KeyRights;
}

/**
 * Adds the queries behind the data: SQL, rows and milliseconds. Only for the owner of the installation. Throws AppError
 * `forbidden` for any other account.
 */
async function explain<Answer extends object>(
  { websites }: Services,
  { client, account, rights }: ExplainableCall,
  read: (client: ClickHouse) => Promise<Answer>,
) {
  // The numbers of rows include those of other websites.
  requireAllWebsites(rights);
  if (!(await isFirstAccount(websites.db, account.id))) {
    throw new AppError('forbidden', ['explain: is for the account of the owner of the installation']);
  }
  const queries: LoggedQuery[] = [];
  const answer = await read(logQueries(client, (query) => queries.push(query)));
  // The query of a streamed answer is added when it has ended, before `meta` is written.
  return { ...answer, explain: queries };
}
