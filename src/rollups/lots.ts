import { type Sql, unionAll } from '../clickhouse/sql.js';

/** How many groupings are inserted at once: each takes memory for every visitor, and each insert has to reach the disk. */
export const AT_ONCE = 4;

/** Groupings, or what is made of them, in lots of a length. */
export const inLots = <Each>(ofGroupings: readonly Each[], length: number): readonly (readonly Each[])[] =>
  Array.from({ length: Math.ceil(ofGroupings.length / length) }, (_, index) =>
    ofGroupings.slice(index * length, (index + 1) * length),
  );

/** The rows of some groupings, united for few inserts. */
export const inInserts = (ofGroupings: readonly Sql[]): readonly Sql[] => inLots(ofGroupings, AT_ONCE).map(unionAll);
