import { millisecondsInDay } from 'date-fns/constants';

/** A value that reaches ClickHouse beside the statement, never in it. */
export interface Parameter {
  readonly type: 'UUID' | 'String' | 'Int64' | 'UInt64' | 'Date' | 'Array(Int64)' | 'Array(String)' | 'Array(UUID)';
  readonly value: string | number | readonly string[] | readonly number[];
}

/** A piece of SQL: literal text of this program, and the values that belong between its chunks. */
export interface Sql {
  readonly chunks: readonly string[];
  readonly parameters: readonly Parameter[];
}

/** A statement as both drivers take it: `{p0:UUID}` placeholders in the text, their values beside it. */
export interface Compiled {
  readonly text: string;
  readonly parameters: Readonly<Record<string, Parameter['value']>>;
}

const isSql = (value: Sql | Parameter): value is Sql => 'chunks' in value;

/**
 * Builds SQL from a template. `${}` is a parameter or another piece of SQL; anything else does not compile, so that no
 * value from outside can become SQL text.
 *
 * @example sql`SELECT count() FROM events WHERE website_id = ${uuid(id)}`
 */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Parameter)[]): Sql {
  const chunks: string[] = [strings[0] ?? ''];
  const parameters: Parameter[] = [];
  const extend = (text: string): void => {
    chunks[chunks.length - 1] += text;
  };
  values.forEach((value, index) => {
    if (isSql(value)) {
      extend(value.chunks[0] ?? '');
      chunks.push(...value.chunks.slice(1));
      parameters.push(...value.parameters);
    } else {
      parameters.push(value);
      chunks.push('');
    }
    extend(strings[index + 1] ?? '');
  });
  return { chunks, parameters };
}

/** Text of this program's own as SQL: names from its closed lists, and migrations. Never of a value from outside. */
export const trusted = (text: string): Sql => ({ chunks: [text], parameters: [] });

/** Joins pieces with a separator of this program's own, such as ` AND `. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  return pieces.reduce(
    (joined, piece, index) => (index === 0 ? piece : sql`${joined}${trusted(separator)}${piece}`),
    sql``,
  );
}

/** Stands behind the name of a table that is another one where a statement runs on one shard of a cluster. */
export const LOCAL = '{{local}}';

/**
 * Numbers the parameters; equal ones share a name, so that a statement says once what it is asked for.
 *
 * @param local what `LOCAL` becomes: nothing, or `_local` where the statement runs on each shard
 */
export function compile({ chunks, parameters }: Sql, local = ''): Compiled {
  const names = new Map<string, string>();
  const values: Record<string, Parameter['value']> = {};
  let text = chunks[0] ?? '';
  parameters.forEach((parameter, index) => {
    const identity = JSON.stringify([parameter.type, parameter.value]);
    const name = names.get(identity) ?? `p${names.size}`;
    names.set(identity, name);
    values[name] = parameter.value;
    text += `{${name}:${parameter.type}}${chunks[index + 1]}`;
  });
  return { text: text.replaceAll(LOCAL, local), parameters: values };
}

export const uuid = (value: string): Parameter => ({ type: 'UUID', value });
/** A lone surrogate would make the engine refuse the statement. */
export const string = (value: string): Parameter => ({ type: 'String', value: value.toWellFormed() });
export const integer = (value: number): Parameter => ({ type: 'Int64', value });
export const integers = (value: readonly number[]): Parameter => ({ type: 'Array(Int64)', value });
/** 64-bit identifiers travel as decimal strings: a number would lose their last digits. */
export const unsigned = (value: string): Parameter => ({ type: 'UInt64', value });
/** Both drivers quote the texts of a list, which is no list of numbers to the engine. */
export const unsignedIntegers = (value: readonly string[]): Sql =>
  sql`arrayMap(each -> toUInt64(each), ${{ type: 'Array(String)', value }})`;
export const uuids = (value: readonly string[]): Parameter => ({ type: 'Array(UUID)', value });

/** The embedded engine reads a parameter as SQL of at most 256 KiB, which is about 6,400 identifiers. */
export const MAX_UUIDS = 1_000;

/** Cuts identifiers into lists that each fit into one statement. */
export const uuidChunks = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_UUIDS) }, (_, chunk) =>
    ids.slice(chunk * MAX_UUIDS, (chunk + 1) * MAX_UUIDS),
  );

/** A day by its number: 0 is 1970-01-01, the first that the engine's `Date` holds, and 65,535 the last. */
export const date = (day: number): Parameter => ({
  type: 'Date',
  value: new Date(Math.min(Math.max(day, 0), 65_535) * millisecondsInDay).toISOString().slice(0, 10),
});

/** An instant given as epoch milliseconds. `Date` parameters would lose their milliseconds on the way. */
export const instant = (epochMs: number): Sql => sql`fromUnixTimestamp64Milli(${integer(epochMs)}, 'UTC')`;

/** The condition that every table's rows are chosen by first. */
export const ofWebsite = (websiteId: string): Sql => sql`website_id = ${uuid(websiteId)}`;
