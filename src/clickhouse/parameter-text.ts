import type { Parameter } from './sql.js';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

const escapeTabSeparated = (text: string): string => text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character]!);

export const literal = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

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

/** Encodes a parameter for `SET param_name = …`: as for the HTTP interface, then as an SQL literal. */
export const parameterText = (value: Parameter['value']): string => literal(encodeParameter(value));
