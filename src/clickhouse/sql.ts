import { millisecondsInDay } from 'date-fns/constants';

/** Sent to ClickHouse separately from the statement, never as SQL text. */
export interface Parameter {
  readonly type:
    | 'UUID'
    | 'String'
    | 'Int64'
    | 'UInt64'
    | 'Float64'
    | 'Date'
    | 'Array(Int64)'
    | 'Array(String)'
    | 'Array(UUID)';
  readonly value: string | number | readonly string[] | readonly number[];
}

/** SQL text of this program, and the values between its chunks. */
export interface Sql {
  readonly chunks: readonly string[];
  readonly parameters: readonly Parameter[];
}

/** For both drivers: text with `{p0:UUID}` placeholders, and their values. */
export interface Compiled {
  readonly text: string;
  readonly parameters: Readonly<Record<string, Parameter['value']>>;
}

const isSql = (value: Sql | Parameter): value is Sql => 'chunks' in value;

/**
 * Builds SQL from a template. `${}` is a parameter or another piece of SQL. Anything else is a type error, so no
 * external value can become SQL text.
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
      for (const chunk of value.chunks.slice(1)) chunks.push(chunk);
      for (const parameter of value.parameters) parameters.push(parameter);
    } else {
      parameters.push(value);
      chunks.push('');
    }
    extend(strings[index + 1] ?? '');
  });
  return { chunks, parameters };
}

/** Trusts this program's own text as SQL: names from closed lists, and migrations. Never pass an external value. */
export const trusted = (text: string): Sql => ({ chunks: [text], parameters: [] });

/** The separator is fixed text, such as ` AND `. Takes linear time: there may be thousands of pieces. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  const chunks: string[] = [''];
  const parameters: Parameter[] = [];
  pieces.forEach((piece, index) => {
    chunks[chunks.length - 1] += (index === 0 ? '' : separator) + (piece.chunks[0] ?? '');
    for (const chunk of piece.chunks.slice(1)) chunks.push(chunk);
    for (const parameter of piece.parameters) parameters.push(parameter);
  });
  return { chunks, parameters };
}

/** Marks a table's name in a statement that each shard runs on its own table. */
export const LOCAL = '{{local}}';

/**
 * Numbers the parameters. Equal ones share a name, so that each value is sent once.
 *
 * @param local replaces `LOCAL`: empty, or `_local` when the statement runs on each shard
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
/** Replaces lone surrogates, which the engine refuses. */
export const string = (value: string): Parameter => ({ type: 'String', value: value.toWellFormed() });
/** A list of texts, each its own parameter: one has at most 256 KiB. */
export const strings = (values: readonly string[]): Sql =>
  join(
    values.map((value) => sql`${string(value)}`),
    ', ',
  );
export const integer = (value: number): Parameter => ({ type: 'Int64', value });
export const float = (value: number): Parameter => ({ type: 'Float64', value });
export const integers = (value: readonly number[]): Parameter => ({ type: 'Array(Int64)', value });
/** A decimal string: a number would lose the last digits of 64 bits. */
export const unsigned = (value: string): Parameter => ({ type: 'UInt64', value });
/** Both drivers quote the items of a list, which the engine then rejects as numbers. */
export const unsignedIntegers = (value: readonly string[]): Sql =>
  sql`arrayMap(each -> toUInt64(each), ${{ type: 'Array(String)', value }})`;
export const uuids = (value: readonly string[]): Parameter => ({ type: 'Array(UUID)', value });

/** The embedded engine limits a parameter to 256 KiB, about 6,400 identifiers. */
export const MAX_UUIDS = 1_000;

/** Each list fits into one statement. */
export const uuidChunks = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_UUIDS) }, (_, chunk) =>
    ids.slice(chunk * MAX_UUIDS, (chunk + 1) * MAX_UUIDS),
  );

/** A day by its number: 0 is 1970-01-01, the first day of the engine's `Date`, and 65,535 is the last. */
export const date = (day: number): Parameter => ({
  type: 'Date',
  value: new Date(Math.min(Math.max(day, 0), 65_535) * millisecondsInDay).toISOString().slice(0, 10),
});

/** Epoch milliseconds. `Date` parameters would lose the milliseconds. */
export const instant = (epochMs: number): Sql => sql`fromUnixTimestamp64Milli(${integer(epochMs)}, 'UTC')`;

/** Every table is selected by website first. */
export const ofWebsite = (websiteId: string): Sql => sql`website_id = ${uuid(websiteId)}`;

/** At most `MAX_UUIDS`. */
export const ofWebsites = (websiteIds: readonly string[]): Sql =>
  websiteIds.length === 1 ? ofWebsite(websiteIds[0]!) : sql`website_id IN ${uuids(websiteIds)}`;
