import type { ArgsDef, CommandDef } from 'citty';
import {
  createDefinition,
  type Definition,
  deleteDefinition,
  listDefinitions,
  updateDefinition,
} from '../definitions/definitions.js';
import { findKind, type Kind } from '../definitions/kinds.js';
import { invalid } from '../lib/errors.js';
import { visibleText } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { hasPatterns, requireValidPatterns } from '../stats/rows/patterns.js';
import type { Website } from '../websites/website.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { definitionOptions } from './definition-options.js';
import { type Given, readFields, toArgs, withoutRequired } from './field-options.js';
import { findDefinition, idOrName, readDefinitions } from './find-definition.js';
import { findWebsiteByIdOrDomain, websiteArg } from './find-website.js';
import { listing } from './listing.js';
import { checkOptions, nameOptions } from './name-options.js';
import { queryFunnel } from './reports.js';
import { plainValue, table, toHeading } from './table.js';
import { withEngines, withPostgres } from './with-engines.js';

const one = (kind: Kind) =>
  ({
    type: 'positional',
    required: true,
    description: `${idOrName(kind)} of the ${kind.name}, as ${kind.name} list prints it`,
  }) as const;

/** Only ClickHouse knows which regular expressions in the fields it takes. */
async function change<Result>(
  idOrDomain: string,
  fields: Given,
  run: (db: Database, website: Website) => Promise<Result>,
): Promise<Result> {
  const config = configuration();
  const runIn = async (db: Database) => run(db, await findWebsiteByIdOrDomain(db, idOrDomain));
  if (!hasPatterns(fields)) return withPostgres(config, ({ db }) => runIn(db));
  return withEngines(config, async ({ clickhouse, postgres }) => {
    await requireValidPatterns(clickhouse, fields);
    return runIn(postgres.db);
  });
}

const describe = ({ name: kind }: Kind, { name, at }: Definition): string =>
  visibleText(`${kind} ${name ?? `of ${at}`}`);

function create(kind: Kind): CommandDef {
  const { create: description, options } = definitionOptions[kind.name];
  return administration({
    name: `${kind.name} create`,
    description,
    args: { website: websiteArg, ...toArgs(options) },
    run: async ({ website: idOrDomain = '', ...given }) => {
      const { fields, sources } = readFields(options, given);
      const checked = checkOptions(kind.shape, fields, sources);
      const created = await change(idOrDomain, checked, (db, found) =>
        createDefinition(db, kind, found, checked, Date.now()),
      ).catch(nameOptions(sources));
      return { data: created, lines: [`Created ${describe(kind, created)}`, `ID  ${created.id}`] };
    },
  });
}

function update(kind: Kind): CommandDef {
  const { options } = definitionOptions[kind.name];
  return administration({
    name: `${kind.name} update`,
    description: `Change the given fields of the ${kind.name}`,
    args: { [kind.name]: one(kind), website: websiteArg, ...toArgs(withoutRequired(options)) },
    run: async ({ [kind.name]: named = '', website: idOrDomain = '', ...given }) => {
      const { fields, sources } = readFields(options, given);
      if (Object.keys(fields).length === 0) throw invalid('nothing to change; see --help for the options');
      const patch = checkOptions(kind.shape.partial(), fields, sources);
      const updated = await change(idOrDomain, patch, async (db, found) => {
        const { id } = findDefinition(kind, await listDefinitions(db, kind, found.id), named);
        return updateDefinition(db, kind, found, id, patch, Date.now());
      }).catch(nameOptions(sources));
      return { data: updated, lines: [`Updated ${describe(kind, updated)}`] };
    },
  });
}

const force = {
  type: 'boolean',
  description: 'Delete it even if a segment, a funnel or an email refers to it',
} as const;

function remove(kind: Kind): CommandDef {
  const args: ArgsDef = { [kind.name]: one(kind), website: websiteArg, force };
  return administration({
    name: `${kind.name} delete`,
    description: `Delete a ${kind.name}; events are kept`,
    args,
    run: async ({ [kind.name]: named = '', website: idOrDomain = '', force: isForced }) => {
      const deleted = await change(idOrDomain, {}, async (db, { id: websiteId }) => {
        const { id } = findDefinition(kind, await listDefinitions(db, kind, websiteId), named);
        return deleteDefinition(db, kind, websiteId, id, Boolean(isForced) || { option: '--force' });
      });
      return { data: deleted, lines: [`Deleted ${describe(kind, deleted)}`] };
    },
  });
}

const list = (kind: Kind): CommandDef =>
  listing({
    name: `${kind.name} list`,
    description: `List the ${kind.plural} of a website, oldest first`,
    args: { website: websiteArg },
    run: async ({ website: idOrDomain }) => {
      const definitions = await readDefinitions(kind, idOrDomain);
      const columns = ['id', ...Object.keys({ ...kind.shape.shape, ...kind.readOnly })];
      return { data: definitions, columns, rows: definitions };
    },
  });

const show = (kind: Kind): CommandDef =>
  administration({
    name: `${kind.name} show`,
    description: `Show all fields of the ${kind.name}`,
    args: { [kind.name]: one(kind), website: websiteArg },
    run: async ({ [kind.name]: named = '', website: idOrDomain = '' }) => {
      const found = findDefinition(kind, await readDefinitions(kind, idOrDomain), named);
      const rows = Object.entries(found).map(([field, value]) => [
        toHeading(field),
        visibleText(plainValue(value ?? 'none')),
      ]);
      return { data: found, lines: table(['FIELD', 'VALUE'], rows) };
    },
  });

function commands(kind: Kind, more: Readonly<Record<string, CommandDef>> = {}): CommandDef {
  const { manage } = definitionOptions[kind.name];
  const own = { create: create(kind), list: list(kind), show: show(kind), update: update(kind), delete: remove(kind) };
  return commandGroup(kind.name, manage, { ...own, ...more });
}

export const goalCommands = commands(findKind('goal'));
export const segmentCommands = commands(findKind('segment'));
export const funnelCommands = commands(findKind('funnel'), { query: queryFunnel });
export const annotationCommands = commands(findKind('annotation'));
