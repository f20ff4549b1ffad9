/** Values nested deeper than this are on one line, so that each case is one line of a diff. */
const DEPTH = 3;

/** JSON that is easy to read and diff. */
export const resultsText = (results: unknown): string => `${indented(results, 0)}\n`;

function indented(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === DEPTH) return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => indented(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${indented(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const margin = '  '.repeat(depth);
  return `${open}\n${items.map((item) => `${margin}  ${item}`).join(',\n')}\n${margin}${close}`;
}
