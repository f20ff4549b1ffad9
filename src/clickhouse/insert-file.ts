import { z } from 'zod';
import type { Insert, Query } from './clickhouse.js';
import { type Sql, sql, string, trusted } from './sql.js';
import { tableName } from './tables.js';

const column = z.object({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof column>;

export const columnsQuery = (table: Insert['table']): Query<Column> => ({
  name: 'insert/columns',
  row: column,
  sql: sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${string(table)}`,
});

/**
 * The file has one JSON array per line.
 *
 * TRICKY: the engine reads rows from a file in three quarters of the time that rows passed in memory take. Adding each
 * text to the dictionary of its column directly takes longer than everything else, so texts are read as plain strings
 * first.
 */
export function insertFile(
  { table, columns }: Pick<Insert, 'table' | 'columns'>,
  path: string,
  types: readonly Column[],
): Sql {
  const names = trusted(columns.join(', '));
  const typeByColumn = new Map(types.map(({ name, type }) => [name, type.replace('LowCardinality(String)', 'String')]));
  const structure = columns.map((name) => `${name} ${typeByColumn.get(name)}`).join(', ');
  return sql`INSERT INTO ${tableName(table)} (${names})
SELECT * FROM file(${string(pattern(path))}, 'JSONCompactEachRow', ${string(structure)})`;
}

/** TRICKY: the engine reads a path as a pattern. In a folder named `{a}` it finds no rows, without an error. */
const pattern = (path: string): string => path.replace(/[{}*]/g, '?');
