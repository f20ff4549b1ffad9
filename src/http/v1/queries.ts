import { z } from 'zod';
import { AppError, invalidField } from '../../lib/errors.js';
import { checkParameters, encodeParameters } from '../../sql/parameter-values.js';
import { newSavedQuery, type SavedQuery, savedQueryName, savedQueryUrl } from '../../sql/saved-queries.js';
import { route, type Services } from '../services.js';
import { answerStatement, rawCsv, statementAnswer, throwInvalid } from './statement-answer.js';

const tag = 'SQL';
const scope = 'sql';
const PATH = '/queries/:name';

const savedQueryShape = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    query: z.string(),
    parameters: z.array(z.object({ name: z.string(), type: z.string().describe("ClickHouse's type") })).readonly(),
    url: z.string().describe('Its own endpoint'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedQuery' });

const newName = z.object({ name: savedQueryName });

/** Any text, so that a malformed name is 404 like an unknown one. */
const anyName = z.object({ name: z.string().describe("The query's name") });

/** docs/api-specification.md, section 4.9. */
export function queryRoutes({ bi, savedQueries, baseUrl }: Services) {
  const toView = ({ createdAt, updatedAt, ...rest }: SavedQuery) => ({
    ...rest,
    url: savedQueryUrl(baseUrl, rest.name),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
  return [
    route({
      method: 'GET',
      path: '/queries',
      access: 'account',
      scope,
      tag,
      summary: 'List saved queries',
      description: 'All of them by name, with the parameters that each takes.',
      response: z.array(savedQueryShape),
      handle: async ({ account }) => ({ data: (await savedQueries.list(account.id)).map(toView) }),
    }),
    route({
      method: 'PUT',
      path: PATH,
      access: 'account',
      scope,
      tag,
      summary: 'Save a query',
      description:
        'Creates the query of that name, or replaces it. Rejects statements that `POST /sql` would reject without running them.',
      pathParameters: newName,
      body: newSavedQuery,
      response: savedQueryShape,
      errorKinds: ['conflict', 'unavailable'],
      handle: async ({ account, pathParameters: { name }, body }) => ({
        data: toView(await savedQueries.save({ accountId: account.id, via: 'api' }, name, body).catch(throwInvalid)),
      }),
    }),
    route({
      method: 'GET',
      path: PATH,
      access: 'account',
      scope,
      forLimitedKeys: true,
      tag,
      summary: 'Run a saved query',
      description:
        'As `POST /sql` does, with the same limits. Each `{name:Type}` of the query is a query parameter of this request; one of a ' +
        "type `Nullable(…)` may be left out. A list is written as ClickHouse has it: `['/','/pricing']`. `raw=true` is as in `POST /sql`.",
      pathParameters: anyName,
      openQuery: 'The parameters of the query, by name',
      ...statementAnswer,
      errorKinds: ['invalid', 'not_found', 'too_many_requests', 'unavailable'],
      handle: async ({ pathParameters: { name }, context, ...caller }) => {
        const saved = await savedQueries.find(caller.account.id, name);
        if (saved === undefined) throw notFound();
        const { raw, values } = splitQuery(context.req.queries(), saved.parameters);
        const parameters = encodeParameters(saved.parameters, checkParameters(saved.parameters, values));
        return answerStatement(bi, caller, { text: saved.query, parameters }, context, { raw });
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      access: 'account',
      scope,
      tag,
      summary: 'Delete a saved query',
      description: 'Its endpoint is gone at once.',
      pathParameters: anyName,
      response: z.null(),
      errorKinds: ['not_found'],
      handle: async ({ account, pathParameters: { name } }) => {
        if (!(await savedQueries.remove(account.id, name))) throw notFound();
        return { data: null, message: 'Query deleted' };
      },
    }),
  ];
}

/** The option `raw` applies unless a parameter has that name. */
function splitQuery(query: Record<string, string[]>, parameters: SavedQuery['parameters']) {
  if (parameters.some(({ name }) => name === 'raw')) return { values: query, raw: undefined };
  const { raw: [value] = [], ...values } = query;
  const raw = rawCsv.safeParse(value);
  if (!raw.success) throw invalidField('raw', 'must be true or false');
  return { values, raw: raw.data };
}

const notFound = (): AppError => new AppError('not_found', ['Query not found']);
