import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { invalid } from '../lib/errors.js';
import { oneLine } from '../lib/text.js';

export interface QueryOptions {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly metrics?: string | undefined;
  readonly dimensions?: string | undefined;
  readonly filter: readonly string[];
  readonly filters?: string | undefined;
  readonly goal?: string | undefined;
  readonly segment?: string | undefined;
  readonly compare?: string | undefined;
  readonly order?: string | undefined;
  readonly limit?: string | undefined;
  readonly include?: string | undefined;
  readonly body?: string | undefined;
}

/** The option that a field, or an entry of a list, comes from. */
export interface OptionSource {
  /** As in `filters.1`. */
  readonly field: string;
  readonly option: string;
  /** Whether the rest of the field is named too, since the option has the same structure. */
  readonly isJson?: boolean;
}

export interface QueryBody {
  readonly body: object;
  /** Those of list entries before those of their lists. */
  readonly sources: readonly OptionSource[];
}

/** Makes the body of an API query. Throws AppError `invalid` for an option that is no JSON or no filter. */
export async function readQueryBody({ body: file, ...options }: QueryOptions): Promise<QueryBody> {
  const { range, from, to, goal, metrics, dimensions, include, compare, order, limit } = options;
  const filters = readFilters(options);
  const fields = {
    ...{ range, from, to, goal },
    metrics: metrics && split(metrics),
    dimensions: dimensions && split(dimensions),
    include: include && split(include),
    filters: filters.length === 0 ? undefined : filters.map(({ filter }) => filter),
    comparison: compare && toComparison(compare),
    orderBy: order && split(order).map(toOrder),
    limit: limit && (Number(limit) || limit),
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const named = Object.keys(given).map((field) => ({ field, option: OPTIONS[field] ?? `--${field}` }));
  const ofFilters = filters.map(({ filter: _, ...source }, place) => ({ ...source, field: `filters.${place}` }));
  const ofBody = file === undefined ? [] : [{ field: '', option: '--body', isJson: true }];
  return {
    body: { ...(file !== undefined && (await readBody(file))), ...given },
    sources: [...ofFilters, ...named, ...ofBody],
  };
}

/** Options whose name is not that of the field. */
const OPTIONS: Readonly<Record<string, string>> = { filters: '--filter', comparison: '--compare', orderBy: '--order' };

const split = (list: string): readonly string[] => list.split(',').map((name) => name.trim());

const MAX_QUOTED = 60;

function readFilters({ filter, filters, segment }: QueryOptions) {
  return [
    ...filter.map((typed) => ({ filter: parseFilter(typed), option: `--filter '${oneLine(typed, MAX_QUOTED)}'` })),
    ...(filters === undefined ? [] : [{ filter: parseJson(filters, '--filters'), option: '--filters', isJson: true }]),
    ...(segment === undefined ? [] : [{ filter: { segment }, option: '--segment' }]),
  ];
}

/** `country is DE,AT`; only the name of a property has blanks. */
const CONDITION = /^(property:.+?|\S+)\s+(\w+)\s+(\S.*)$/s;

/** Values are texts, null, numbers for `greater` and `less`, or a list as JSON. */
function parseFilter(typed: string): object {
  const option = `--filter '${oneLine(typed, MAX_QUOTED)}'`;
  const [, dimension, operator = '', list] = CONDITION.exec(typed.trim()) ?? [];
  if (list === undefined) throw invalid(`${option}: must have a dimension, an operator and values: 'country is DE,AT'`);
  if (list.startsWith('[')) return { dimension, operator, values: parseJson(list, option) };
  const isNumber = operator === 'greater' || operator === 'less';
  const values = split(list).map((value) => (value === 'null' ? null : isNumber ? Number(value) : value));
  return { dimension, operator, values };
}

/** `previous`, `year`, `none`, or `2026-01-01..2026-01-31`. */
function toComparison(compare: string): object {
  const [from, to] = compare.split('..');
  return to === undefined ? { mode: compare } : { mode: 'custom', from, to };
}

function toOrder(typed: string): object {
  const [, by = typed, direction] = /^(.*\S)\s+(\S+)$/.exec(typed) ?? [];
  return { by, ...(direction !== undefined && { direction }) };
}

async function readBody(file: string): Promise<object> {
  const content =
    file === '-'
      ? await text(process.stdin)
      : await readFile(file, 'utf8').catch(({ code }) => {
          throw invalid(`--body: ${file} cannot be read (${code})`);
        });
  const body = parseJson(content, '--body');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('--body: must be a JSON object');
  return body;
}

function parseJson(json: string, option: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid(`${option}: must be JSON`);
  }
}
