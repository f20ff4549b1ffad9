import { z } from 'zod';
import { createDefinition, deleteDefinition } from '../definitions/definitions.js';
import { findKind, type Kind } from '../definitions/kinds.js';
import { invalid } from '../lib/errors.js';
import { schemaProblems } from '../lib/validation.js';
import { requireOne } from '../websites/find-website.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { nameOptions } from './name-options.js';
import { queryPostgres } from './query-postgres.js';
import { table } from './table.js';
import { withPostgres } from './with-engines.js';

const website = { type: 'string', required: true, description: 'ID or domain of the website' } as const;

const goal = findKind('goal');
const segment = findKind('segment');
const funnel = findKind('funnel');

const named = ({ name }: Kind) =>
  ({
    website,
    name: { type: 'string', required: true, description: `Name of the ${name}, unique on the website` },
  }) as const;

const createGoal = administration({
  name: 'goal create',
  description: 'Add a goal: pages, a custom event or an outbound link that count as conversions',
  args: {
    ...named(goal),
    page: { type: 'string', description: "Pageviews of this page; * stands for any characters: '/thanks/*'" },
    event: { type: 'string', description: 'Custom events of this name: signup' },
    link: { type: 'string', description: 'Clicks on this outbound link: https://shop.example/' },
    match: { type: 'string', description: 'Any other filter on one event, as JSON (docs/query.md)' },
  },
  run: ({ website: idOrDomain, name, match, ...dimensions }) => {
    const chosen = (['page', 'event', 'link'] as const).flatMap((dimension) => {
      const value = dimensions[dimension];
      return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
    });
    const all = match === undefined ? chosen : [...chosen, parseJson('match', match)];
    if (all.length !== 1) throw invalid('one of --page, --event, --link and --match is required');
    return create(goal, idOrDomain, { name, match: all[0] });
  },
});

const createSegment = administration({
  name: 'segment create',
  description: 'Save a filter as a segment',
  args: {
    ...named(segment),
    filters: {
      type: 'string',
      required: true,
      description: 'JSON (docs/query.md): \'{ "dimension": "country", "operator": "is", "values": ["DE"] }\'',
    },
  },
  run: ({ website: idOrDomain, name, filters }) =>
    create(segment, idOrDomain, { name, filters: parseJson('filters', filters) }),
});

const createFunnel = administration({
  name: 'funnel create',
  description: 'Save the steps of a funnel',
  args: {
    ...named(funnel),
    steps: {
      type: 'string',
      required: true,
      description: 'JSON list of 2 to 10 filters on one event: \'[{ "dimension": "page", … }, { "goal": "ID" }]\'',
    },
    'within-seconds': { type: 'string', description: 'From the first step to the last (default: 86400, a day)' },
    order: { type: 'string', description: 'any, or strict: nothing lies between two steps (default: any)' },
    scope: { type: 'string', description: 'visitor, or session: all steps in one session (default: visitor)' },
  },
  run: ({ website: idOrDomain, steps, 'within-seconds': within, ...others }) =>
    create(funnel, idOrDomain, {
      ...others,
      steps: parseJson('steps', steps),
      ...(within !== undefined && { withinSeconds: Number(within) }),
    }),
});

function parseJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ field: `--${option}`, message: 'must be JSON' });
  }
}

/** Uses the API's rules. Throws AppError `invalid` that names every wrong option. */
function create(kind: Kind, idOrDomain: string, given: object) {
  const parsed = kind.shape.safeParse(given);
  if (!parsed.success) throw invalid(...schemaProblems(parsed.error).map(toOption));
  return withPostgres(configuration(), async ({ db }) => {
    const found = await findWebsiteByIdOrDomain(db, idOrDomain);
    const created = await createDefinition(db, kind, found, parsed.data, Date.now()).catch(nameOptions(toOption));
    return { data: created, lines: [`Created ${kind.name} ${created.name}`, `ID  ${created.id}`] };
  });
}

const toOption = ({ field, message }: { readonly field: string; readonly message: string }) =>
  field === '' ? message : { field: `--${field === 'withinSeconds' ? 'within-seconds' : field}`, message };

const listed = z.array(
  z.object({ id: z.string(), definitions: z.array(z.looseObject({ id: z.string(), name: z.string() })) }),
);

const list = (kind: Kind, field: string) =>
  administration({
    name: `${kind.name} list`,
    description: `List the ${kind.plural} of a website, oldest first`,
    args: { website },
    run: async ({ website: idOrDomain }) => {
      const path = `/websites/${encodeURIComponent(idOrDomain)}/${kind.plural}`;
      const { definitions } = requireOne(listed.parse(await queryPostgres(configuration(), path)), idOrDomain);
      const rows = definitions.map((each) => [each.id, each.name, JSON.stringify(each[field])]);
      return { data: definitions, lines: table(['ID', 'NAME', field.toUpperCase()], rows) };
    },
  });

const remove = (kind: Kind) =>
  administration({
    name: `${kind.name} delete`,
    description: `Delete a ${kind.name}; events are kept`,
    args: {
      id: { type: 'positional', required: true, description: `ID of the ${kind.name}, as ${kind.name} list prints it` },
      website,
      force: { type: 'boolean', description: 'Delete it even if segments or funnels refer to it' },
    },
    run: ({ id, website: idOrDomain, force = false }) =>
      withPostgres(configuration(), async ({ db }) => {
        const found = await findWebsiteByIdOrDomain(db, idOrDomain);
        const deleted = await deleteDefinition(db, kind, found.id, id, force || { option: '--force' });
        return { data: deleted, lines: [`Deleted ${kind.name} ${deleted.name}`] };
      }),
  });

const commands = (kind: Kind, field: string) => ({ list: list(kind, field), delete: remove(kind) });

export const goalCommands = commandGroup('goal', 'Manage goals of a website', {
  create: createGoal,
  ...commands(goal, 'match'),
});

export const segmentCommands = commandGroup('segment', 'Manage segments (saved filters) of a website', {
  create: createSegment,
  ...commands(segment, 'filters'),
});

export const funnelCommands = commandGroup('funnel', 'Manage saved funnels of a website', {
  create: createFunnel,
  ...commands(funnel, 'steps'),
});
