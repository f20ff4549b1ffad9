import type { Parameter } from './sql.js';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

const escapeTabSeparated = (text: string): string => text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character]!);

/** Returns a text as an SQL literal. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

/** Lists hold only numbers and identifiers, which need no escaping. */
const listText = (list: readonly (string | number)[]): string =>
  `[${list.map((item) => (typeof item === 'number' ? item : `'${item}'`)).join(',')}]`;

/**
 * Returns a parameter as `SET param_name = …` expects it: escaped as a tab-separated field, then as an SQL literal. ClickHouse
 * reverses both before it parses the declared type.
 */
export const parameterText = (value: Parameter['value']): string =>
  literal(escapeTabSeparated(typeof value === 'object' ? listText(value) : String(value)));

/** A value of a parameter as JSON has it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[];

/** Returns a value as ClickHouse's HTTP interface expects it in `param_name`: a text as a tab-separated field, a list as a literal. */
export function encodeParameter(value: JsonValue): string {
  if (value === null) return '\\N';
  return typeof value === 'object' ? arrayText(value) : escapeTabSeparated(String(value));
}

const arrayText = (list: readonly JsonValue[]): string => `[${list.map(itemText).join(',')}]`;

function itemText(value: JsonValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'object') return arrayText(value);
  return typeof value === 'string' ? literal(value) : String(value);
}
