import { type Sql, unionAll } from '../clickhouse/sql.js';

/** How many are inserted at once: each takes memory for every visitor, and each insert has to reach the disk. */
const AT_ONCE = 4;

/** The rows of some groupings, united for few inserts. */
export const inInserts = (ofGroupings: readonly Sql[]): readonly Sql[] =>
  Array.from({ length: Math.ceil(ofGroupings.length / AT_ONCE) }, (_, index) =>
    unionAll(ofGroupings.slice(index * AT_ONCE, (index + 1) * AT_ONCE)),
  );
