import type { Parameter } from './sql.js';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

const escapeTabSeparated = (text: string): string => text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character]!);

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

/** Lists hold numbers and identifiers only, in which nothing is to escape. */
const listText = (list: readonly (string | number)[]): string =>
  `[${list.map((item) => (typeof item === 'number' ? item : `'${item}'`)).join(',')}]`;

/**
 * A parameter as `SET param_name = …` takes it: escaped as a tab-separated field, then as an SQL literal. ClickHouse
 * undoes both before the value meets its declared type.
 */
export const parameterText = (value: Parameter['value']): string =>
  literal(escapeTabSeparated(typeof value === 'object' ? listText(value) : String(value)));
