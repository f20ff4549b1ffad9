import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { ArgsDef } from 'citty';
import { invalid } from '../lib/errors.js';
import { oneLine } from '../lib/text.js';
import { typedValues } from '../stats/typed-values.js';
import { rangeNames } from '../time/index.js';
import { asJson, asList, type FieldOptions, type Fields, type Given, readFields, toArgs } from './field-options.js';
import type { OptionSource } from './name-options.js';

const range: FieldOptions = {
  range: { description: `${rangeNames.join(', ')}; or --from and --to` },
  from: { description: "First day, YYYY-MM-DD in the website's time zone, or a date-time" },
  to: { description: 'Last day, included; or a date-time, excluded' },
};

const filterArgs = {
  filter: {
    type: 'string',
    description:
      "Repeatable, all must hold: 'country is DE,AT', 'page contains /docs', 'city is null', 'page is [\"/a,b\"]'. " +
      'Operators: is, is_not, contains, contains_not, matches, matches_not, greater, less',
  },
  filters: { type: 'string', description: 'Any filter, as JSON: \'{ "or": [ … ] }\'' },
  segment: { type: 'string', description: 'ID of a segment, as footfall segment list prints it' },
} as const satisfies ArgsDef;

/** Arguments of a command that sends the API a range, filters, and fields of its own. */
export const bodyArgs = (own: FieldOptions): ArgsDef => ({
  ...toArgs({ ...range, ...own }),
  ...filterArgs,
  body: {
    type: 'string',
    description: 'A file with the whole request as JSON, or - for standard input. Options replace its fields',
  },
});

/**
 * Reads what {@link bodyArgs} describes.
 *
 * @param rawArgs as they were typed
 * @throws AppError `invalid` for an option that is no JSON or no filter
 */
export async function readBody(own: FieldOptions, options: Given, rawArgs: readonly string[]): Promise<Fields> {
  const { fields, sources } = readFields({ ...range, ...own }, options);
  const filters = readFilters(options, rawArgs);
  const ofFilters: readonly OptionSource[] = [
    ...filters.map(({ filter: _, ...source }, place) => ({ ...source, field: `filters.${place}` })),
    ...(filters.length === 0 ? [] : [{ field: 'filters', option: '--filter' }]),
  ];
  const file = options.body === undefined ? undefined : String(options.body);
  const all = {
    ...(file !== undefined && (await readFileBody(file))),
    ...fields,
    ...(filters.length > 0 && { filters: filters.map(({ filter }) => filter) }),
  };
  if (file === undefined) return { fields: all, sources: [...ofFilters, ...sources] };
  const given = sources.filter(({ field }) => field in fields);
  return { fields: all, sources: [...ofFilters, ...given, { field: '', option: '--body', isJson: true }] };
}

/** The values of an option that may be repeated. */
export function readRepeated(name: string, rawArgs: readonly string[]): readonly string[] {
  const options = { [name]: { type: 'string', multiple: true } } as const;
  const values = parseArgs({ args: [...rawArgs], options, strict: false }).values[name];
  return Array.isArray(values) ? values.map(String) : [];
}

const MAX_QUOTED = 60;

function readFilters({ filters, segment }: Given, rawArgs: readonly string[]) {
  return [
    ...readRepeated('filter', rawArgs).map((typed) => ({
      filter: parseFilter(typed),
      option: `--filter '${oneLine(typed, MAX_QUOTED)}'`,
    })),
    ...(filters === undefined
      ? []
      : [{ filter: asJson(String(filters), '--filters'), option: '--filters', isJson: true }]),
    ...(segment === undefined ? [] : [{ filter: { segment }, option: '--segment' }]),
  ];
}

/** `country is DE,AT`; only the name of a property has blanks. */
const CONDITION = /^(property:.+?|\S+)\s+(\w+)\s+(\S.*)$/s;

/** Values are as typed, or a list as JSON. */
function parseFilter(typed: string): object {
  const option = `--filter '${oneLine(typed, MAX_QUOTED)}'`;
  const [, dimension = '', operator = '', list] = CONDITION.exec(typed.trim()) ?? [];
  if (list === undefined) throw invalid(`${option}: must have a dimension, an operator and values: 'country is DE,AT'`);
  if (list.startsWith('[')) return { dimension, operator, values: asJson(list, option) };
  const values = asList(list).flatMap((value) => typedValues(dimension, operator, value));
  return { dimension, operator, values };
}

async function readFileBody(file: string): Promise<object> {
  const content =
    file === '-'
      ? await text(process.stdin)
      : await readFile(file, 'utf8').catch(({ code }) => {
          throw invalid(`--body: ${file} cannot be read (${code})`);
        });
  const body = asJson(content, '--body');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('--body: must be a JSON object');
  return body;
}
