import { z } from 'zod';
import type { Insert, Query } from './clickhouse.js';
import { type Sql, sql, string, trusted } from './sql.js';
import { tableName } from './tables.js';

const column = z.object({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof column>;

export const columnsOf = (table: Insert['table']): Query<Column> => ({
  name: 'insert/columns',
  row: column,
  sql: sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${string(table)}`,
});

/**
 * Inserts the rows of a file, one JSON array a line.
 *
 * TRICKY: the engine reads rows from a file in three quarters of the time that rows handed over in memory take. To put
 * each text into the dictionary of its column at once takes longer than all the rest, so texts are read plain first.
 */
export function insertFile(
  { table, columns }: Pick<Insert, 'table' | 'columns'>,
  path: string,
  types: readonly Column[],
): Sql {
  const names = trusted(columns.join(', '));
  const typeOf = new Map(types.map(({ name, type }) => [name, type.replace('LowCardinality(String)', 'String')]));
  const structure = columns.map((name) => `${name} ${typeOf.get(name)}`).join(', ');
  return sql`INSERT INTO ${tableName(table)} (${names})
SELECT * FROM file(${string(pattern(path))}, 'JSONCompactEachRow', ${string(structure)})`;
}

/** TRICKY: the engine takes a path for a pattern, and finds no rows, without an error, in a folder named `{a}`. */
const pattern = (path: string): string => path.replace(/[{}*]/g, '?');
