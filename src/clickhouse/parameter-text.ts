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
