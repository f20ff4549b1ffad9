import type { Parameter } from './sql.js';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

const escapeTabSeparated = (text: string): string => text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character]!);

export const literal = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

/** Lists contain only numbers and identifiers, which need no escaping. */
const listText = (list: readonly (string | number)[]): string =>
  `[${list.map((item) => (typeof item === 'number' ? item : `'${item}'`)).join(',')}]`;

/**
 * Encodes a parameter for `SET param_name = …`: escaped as a tab-separated field, then as an SQL literal. ClickHouse
 * reverses both before it parses the declared type.
 */
export const parameterText = (value: Parameter['value']): string =>
  literal(escapeTabSeparated(typeof value === 'object' ? listText(value) : String(value)));

export type JsonValue = string | number | boolean | null | readonly JsonValue[];

/**
 * Encodes a value for `param_name` of ClickHouse's HTTP interface: a string as a tab-separated field, a list as a
 * literal.
 */
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
