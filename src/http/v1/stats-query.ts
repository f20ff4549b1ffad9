import type { Context } from 'hono';
import { z } from 'zod';
import { includesWebsite, type KeyRights } from '../../accounts/key-rights.js';
import { readReferences } from '../../definitions/references.js';
import { AppError, accessDenied, invalid } from '../../lib/errors.js';
import { withCleanup } from '../../lib/with-cleanup.js';
import type { DimensionName } from '../../stats/dimensions.js';
import { firstEventAt } from '../../stats/reports/first-event.js';
import { answerQuery, type QueryContext, streamQuery } from '../../stats/rows/answer-query.js';
import { describeQueries } from '../../stats/rows/describe-queries.js';
import { filterValue } from '../../stats/rows/filter-schema.js';
import { listValues } from '../../stats/rows/list-values.js';
import { isRowDimension, REFUSED_REFERENCES, type References, rowDimensions } from '../../stats/rows/parse-filter.js';
import { MAX_LIMIT, type RowsQueryBody, rowsQueryBody } from '../../stats/rows/parse-rows-query.js';
import { completeCount } from '../../websites/count.js';
import type { Website } from '../../websites/website.js';
import { acceptedType } from '../api/accepted-type.js';
import { check } from '../api/checked.js';
import { boundedErrors, pointedProblem, pointedProblems, toReply } from '../api/envelope.js';
import { errorStatus } from '../api/error-map.js';
import { withCodes } from '../api/route.js';
import { unavailableError } from '../server/unavailable.js';
import { requestClient, route, type Services, type StatsServices } from '../services.js';
import { queryAnswer, querySchema } from './query-shapes.js';
import { csvLines, jsonLines } from './rows-file.js';
import { parseStatsParameters, rangeParameters, readScope, referenceParameters } from './stats-parameters.js';

const MAX_BATCH = 20;
export const MAX_WEBSITES = 100;
const FILES = ['application/x-ndjson', 'text/csv'] as const;

const shared = {
  method: 'POST',
  scope: 'read',
  tag: 'Queries',
  errorKinds: ['invalid', 'unavailable'],
  hasProblems: true,
  hasWarnings: true,
} as const;

const description =
  'A row is the set of events with one value of each dimension; its metrics are those of `main` for these events. ' +
  'With `Accept: application/x-ndjson` or `text/csv`, all rows are a file. docs/query.md explains every word.';

const accountBody = rowsQueryBody.extend({
  websites: z
    .union([z.literal('all'), z.array(z.string()).min(1).max(MAX_WEBSITES)])
    .describe(`Ids of at most ${MAX_WEBSITES} websites of the account, or \`all\``),
});

/** Each query of a batch is checked on its own, so that a malformed one does not refuse the others. */
const anyQuery = z.unknown().meta({ type: 'object', additionalProperties: {} } as z.core.GlobalMeta);

/** A query of the given websites, of any account, for commands of this machine. */
export const givenWebsitesRoute = (services: StatsServices, websites: readonly Website[]) =>
  route({
    ...shared,
    path: '/query',
    access: 'account',
    summary: 'Query statistics',
    body: rowsQueryBody,
    response: queryAnswer,
    fileTypes: FILES,
    handle: async ({ body, context }) => answerBody(services, body, websites, context),
  });

/** Queries of any dimensions and metrics. */
export const statsQueryRoutes = (services: Services) => [
  route({
    ...shared,
    path: '/websites/:id/query',
    access: 'website',
    summary: 'Query statistics',
    description,
    body: rowsQueryBody,
    response: queryAnswer,
    fileTypes: FILES,
    handle: async ({ website, body, context }) => answerBody(services, body, [website], context),
  }),
  route({
    ...shared,
    path: '/query',
    access: 'account',
    forLimitedKeys: true,
    summary: 'Query statistics of several websites',
    description: `${description} Visitors are counted once for each website.`,
    body: accountBody,
    response: queryAnswer,
    fileTypes: FILES,
    handle: async ({ account, rights, body: { websites, ...body }, context }) =>
      answerBody(services, body, await findWebsites(services, account.id, rights, websites), context),
  }),
  route({
    ...shared,
    path: '/websites/:id/query/batch',
    access: 'website',
    summary: 'Run several queries at once',
    description:
      'Each query is answered or refused separately, in the order of the request. ' +
      `The limits given in those that are answered add up to at most ${MAX_LIMIT.toLocaleString('en')} rows.`,
    body: z.object({
      queries: z
        .array(anyQuery)
        .min(1, 'must have at least one query')
        .max(MAX_BATCH, `must have at most ${MAX_BATCH} queries`)
        .describe('Each as for `POST /websites/:id/query`')
        .meta({ examples: [[{ range: '7d' }, { range: '7d', dimensions: ['country'] }]] }),
    }),
    response: z.object({
      results: z.array(
        z.object({
          status: z.int(),
          data: queryAnswer.optional(),
          warnings: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
          errors: z.array(z.string()).optional(),
          problems: z.array(pointedProblem).optional(),
        }),
      ),
    }),
    handle: async ({ website, body: { queries }, context }) => {
      const references = await readReferences(services.websites.db, website.id, queries);
      const results = [];
      // All rows of a batch are in memory at once.
      let rows = MAX_LIMIT;
      // One after another: together they could take all of a request's share of the engine many times over.
      for (const given of queries) {
        const { limit, ...result } = await answerOfBatch(services, given, rows, website, references, context);
        rows -= limit;
        results.push(result);
      }
      return { data: { results } };
    },
  }),
  route({
    method: 'GET',
    path: '/websites/:id/values',
    access: 'website',
    tag: 'Queries',
    summary: 'Suggest values to filter by',
    description: 'Values of a dimension that contain a text, in the name or in the code, the most frequent first.',
    query: rangeParameters.extend({
      dimension: z
        .string()
        .refine(isRowDimension, 'must be a dimension of the session or the event')
        .meta({
          description: 'Name of a dimension, or `property:NAME`',
          examples: ['page'],
          pattern: `^(?:${rowDimensions.join('|')}|property:[^\\r\\n]{1,64})$`,
        }),
      search: z.string().max(1_000).default('').describe('Part of a value, in any case; all values by default'),
      ...referenceParameters,
      limit: z
        .string()
        .default('20')
        .refine((text) => /^(?:[1-9][0-9]{0,2}|1000)$/.test(text), 'must be a whole number from 1 to 1,000')
        .transform(Number)
        .meta({ description: 'Number of values, at most 1000', pattern: '^(?:[1-9][0-9]{0,2}|1000)$' }),
    }),
    repeatable: Object.keys(referenceParameters),
    parse: parseStatsParameters(services, undefined, 'references'),
    response: z.object({
      values: z.array(z.object({ value: filterValue, label: z.string(), visitors: z.int() })),
    }),
    errorKinds: ['unavailable'],
    conditional: true,
    handle: async ({ website, query: { dimension, search, limit }, parsed: { range, filter: typed }, context }) => {
      const clickhouse = requestClient(services, context);
      const scope = await readScope(clickhouse, website, range, typed);
      const values = await listValues(clickhouse, scope, dimension as DimensionName, [search], limit);
      return { data: { values: values.slice(0, limit) } };
    },
  }),
  route({
    method: 'GET',
    path: '/query/schema',
    access: 'account',
    forLimitedKeys: true,
    tag: 'Queries',
    summary: 'List metrics, dimensions and operators',
    response: querySchema,
    conditional: true,
    handle: async () => ({ data: describeQueries() }),
  }),
];

async function answerBody(
  services: StatsServices,
  body: RowsQueryBody,
  websites: readonly Website[],
  context: Context,
) {
  const clickhouse = requestClient(services, context);
  const { filters, goal, dimensions } = body;
  const references =
    websites.length > 1
      ? REFUSED_REFERENCES
      : await readReferences(services.websites.db, websites[0]!.id, { filters, goal, dimensions });
  const asked = await queryContext({ ...services, clickhouse }, body, websites, references);
  const file = acceptedType(context, FILES);
  if (file === undefined) return toReply(await answerQuery(clickhouse, body, asked));
  const { fields, comparedFields, rows } = await streamQuery(clickhouse, body, asked);
  const lines = file === 'text/csv' ? csvLines(fields, comparedFields, rows) : jsonLines(rows);
  // Lines that are never read do not return the rows.
  return { file: withCleanup(lines, () => rows.return()), headers: { 'Content-Type': `${file}; charset=utf-8` } };
}

async function queryContext(
  { clickhouse, now }: Pick<StatsServices, 'clickhouse' | 'now'>,
  { range }: RowsQueryBody,
  websites: readonly Website[],
  references: References,
): Promise<QueryContext> {
  const firsts = range === 'all' ? await Promise.all(websites.map(({ id }) => firstEventAt(clickhouse, id))) : [];
  const known = firsts.filter((first) => first !== undefined);
  // Of several websites, `all` begins with the first event of any.
  const firstEvent = known.length === 0 ? undefined : Math.min(...known);
  const asked = websites.map((website) => ({
    id: website.id,
    timezone: website.timezone,
    count: completeCount(website),
    firstEvent,
  }));
  return { websites: asked, now: now(), references };
}

/**
 * Throws AppError `invalid` for ids that are not of the account: it does not say whether they exist. Throws `forbidden`
 * for those that are, but not among the websites of the API key.
 */
async function findWebsites(
  { reader }: Services,
  accountId: string,
  rights: KeyRights,
  asked: 'all' | readonly string[],
): Promise<readonly Website[]> {
  if (asked === 'all') {
    const all = await reader.list(accountId, { limit: MAX_WEBSITES + 1, only: rights.websites });
    if (all.length > 0 && all.length <= MAX_WEBSITES) return all;
    const message =
      all.length === 0 ? 'the account has none' : `must be at most ${MAX_WEBSITES} ids, since the account has more`;
    throw invalid({ field: 'websites', code: 'invalid_websites', message });
  }
  const ids = [...new Set(asked.map((id) => id.toLowerCase()))];
  const found = new Map(
    (await reader.list(accountId, { limit: ids.length, only: ids })).map((each) => [each.id, each]),
  );
  const own = ids.flatMap((id) => found.get(id) ?? []);
  if (own.length < ids.length) {
    throw invalid({ field: 'websites', code: 'unknown_website', message: 'must be ids of websites of this account' });
  }
  if (!own.every(({ id }) => includesWebsite(rights, id))) throw accessDenied();
  return own;
}

/** @param rows the largest limit that the query may have; the result has the one that it takes of it */
async function answerOfBatch(
  services: Services,
  given: unknown,
  rows: number,
  website: Website,
  references: References,
  context: Context,
) {
  try {
    const checked = check(rowsQueryBody.strict(), given);
    if (!checked.ok) throw withCodes(new AppError('invalid', checked.errors));
    // Without a limit of its own, a query is always answered: the default one is small.
    const limit = 'limit' in (given as object) ? checked.value.limit : 0;
    if (limit > rows) throw tooManyRows(rows);
    const clickhouse = requestClient(services, context);
    const asked = await queryContext({ ...services, clickhouse }, checked.value, [website], references);
    const { warnings, ...data } = await answerQuery(clickhouse, checked.value, asked);
    return { status: 200, data, warnings: [...warnings], limit };
  } catch (error) {
    const known = error instanceof AppError ? error : unavailableError(error);
    if (known === undefined) throw error;
    const problems = pointedProblems(known.problems)?.map((each) => ({ ...each, suggestions: [...each.suggestions] }));
    const errors = [...boundedErrors(known.messages)];
    return { status: errorStatus(known.kind), errors, ...(problems && { problems }), limit: 0 };
  }
}

function tooManyRows(rows: number): AppError {
  const [most, left] = [MAX_LIMIT, rows].map((count) => count.toLocaleString('en'));
  const message = `limits of a batch must add up to at most ${most}, of which ${left} are left`;
  const suggestions = rows === 0 ? [] : [String(rows)];
  return invalid({ field: 'limit', code: 'too_many_rows', message, suggestions });
}
