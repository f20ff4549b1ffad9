/** `{name:Type}` in a statement. */
export interface StatementParameter {
  readonly name: string;
  /** ClickHouse's type, such as `Date` or `Array(String)`. */
  readonly type: string;
}

/**
 * Tokens that can contain `{…}` but are not parameters: strings, quoted identifiers, comments, heredocs. Unterminated ones match to
 * the end, which keeps matching linear.
 */
const OTHERS = [
  /'(?:\\.|[^'\\])*(?:'|$)/,
  /`(?:\\.|[^`\\])*(?:`|$)/,
  /"(?:\\.|[^"\\])*(?:"|$)/,
  /--[^\n]*/,
  /#[ !][^\n]*/,
  /\/\*[\s\S]*?(?:\*\/|$)/,
  /\$(?<tag>\w*)\$[\s\S]*?(?:\$\k<tag>\$|$)/,
];

const TOKEN = new RegExp(
  [...OTHERS.map(({ source }) => source), /\{\s*(?<name>\w+)\s*:(?<type>[^{}]*)\}/.source].join('|'),
  'gs',
);

/** In the order of first appearance. The statement may have errors. */
export function findParameters(text: string): readonly StatementParameter[] {
  const found = new Map<string, StatementParameter>();
  for (const { groups } of text.matchAll(TOKEN)) {
    const { name, type = '' } = groups ?? {};
    if (name !== undefined && type.trim() !== '' && !found.has(name)) found.set(name, { name, type: type.trim() });
  }
  return [...found.values()];
}
