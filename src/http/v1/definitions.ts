import { z } from 'zod';
import {
  createDefinition,
  type Definition,
  deleteDefinition,
  findDefinition,
  listDefinitions,
  updateDefinition,
} from '../../definitions/definitions.js';
import { type Kind, kinds } from '../../definitions/kinds.js';
import { invalid } from '../../lib/errors.js';
import { capitalized } from '../../lib/text.js';
import { requireValidPatterns } from '../../stats/rows/patterns.js';
import { route, type Services } from '../services.js';

const force = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .describe('Deletes it even if others refer to it. Queries with those are then refused, until they are changed');

/** Of the kinds that others refer to: what refuses a deletion. */
const refusals: Partial<Record<Kind['name'], string>> = {
  goal: '409 lists the segments and funnels that refer to it, and the weekly summary if it has one, unless `force=true`, which also ends its emails.',
  segment:
    '409 lists the funnels that refer to it, and the weekly summary if it has one, unless `force=true`, which also ends its emails.',
};

/** The same five routes for each kind. */
export const definitionRoutes = (services: Services) => kinds.flatMap((kind) => kindRoutes(services, kind));

function kindRoutes({ clickhouse, websites, now }: Services, kind: Kind) {
  const path = `/websites/:id/${kind.plural}` as const;
  const idName = `${kind.name}Id`;
  const shared = {
    access: 'website',
    tag: capitalized(kind.plural),
    hasProblems: true,
  } as const;
  const one = {
    ...shared,
    path: `${path}/:${idName}`,
    // Any text, so that a malformed id is 404 like an unknown one.
    pathParameters: z.object({ [idName]: z.string().describe(`The ${kind.name}'s id`) }),
  } as const;
  const response = answerShape(kind);
  const refusal = refusals[kind.name];
  const readId = (parameters: Readonly<Record<string, string>>): string => parameters[idName] ?? '';
  return [
    route({
      ...shared,
      method: 'GET',
      path,
      summary: `List ${kind.plural}`,
      description: `${kind.description} All of them, the oldest first.`,
      response: z.array(response),
      handle: async ({ website }) => ({ data: [...(await listDefinitions(websites.db, kind, website.id))] }),
    }),
    route({
      ...shared,
      method: 'POST',
      path,
      summary: `Create ${kind.name}`,
      description: `${kind.description} 409 for a name that is taken, and when there are ${kind.limit.toLocaleString('en')} already.`,
      body: kind.shape,
      response,
      status: 201,
      errorKinds: ['conflict'],
      handle: async ({ website, body }) => {
        await requireValidPatterns(clickhouse, body);
        const data = await createDefinition(websites.db, kind, website, body, now());
        return { data, headers: { Location: `/api/v1/websites/${website.id}/${kind.plural}/${data.id}` } };
      },
    }),
    route({
      ...one,
      method: 'GET',
      summary: `Get ${kind.name}`,
      response,
      errorKinds: ['not_found'],
      handle: async ({ website, pathParameters }) => ({
        data: await findDefinition(websites.db, kind, website.id, readId(pathParameters)),
      }),
    }),
    route({
      ...one,
      method: 'PATCH',
      summary: `Update ${kind.name}`,
      description: 'Changes the given fields only. Read-only fields are accepted with their present value.',
      body: kind.shape.partial().extend(readOnlyFields(kind)),
      response,
      errorKinds: ['not_found', 'conflict'],
      handle: async ({ website, pathParameters, body }) => {
        const id = readId(pathParameters);
        const patch = settable(kind, await findDefinition(websites.db, kind, website.id, id), body);
        await requireValidPatterns(clickhouse, patch);
        return { data: await updateDefinition(websites.db, kind, website, id, patch, now()) };
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: `Delete ${kind.name}`,
      ...(refusal !== undefined && { description: refusal }),
      query: z.object(kind.usedBy.length > 0 ? { force } : {}),
      response: z.null(),
      errorKinds: ['not_found', 'conflict'],
      handle: async ({ website, pathParameters, query }) => {
        const force = query.force === 'true' || { option: 'force=true' };
        await deleteDefinition(websites.db, kind, website.id, readId(pathParameters), force);
        return { data: null, message: `${capitalized(kind.name)} deleted` };
      },
    }),
  ];
}

/** Every field is in every answer. */
const answerShape = ({ name, shape, readOnly }: Kind) =>
  z.object({ id: z.uuid(), ...shape.required().shape, ...readOnly }).meta({ id: capitalized(name) });

const readOnlyFields = ({ readOnly }: Kind) =>
  Object.fromEntries(
    ['id', ...Object.keys(readOnly)].map((field) => [
      field,
      z.string().optional().meta({ readOnly: true, description: 'Read-only' }),
    ]),
  );

/** Drops read-only fields. Throws AppError `invalid` that names each one with a changed value. */
function settable(kind: Kind, present: Definition, body: Readonly<Record<string, unknown>>) {
  const fields = Object.keys(readOnlyFields(kind));
  const changed = fields.filter((field) => body[field] !== undefined && body[field] !== present[field]);
  if (changed.length > 0) {
    throw invalid(...changed.map((field) => ({ field, code: 'read_only', message: 'cannot be changed' })));
  }
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}
