import { integer, integers, type Sql, sql } from '../clickhouse/sql.js';
import type { Run } from '../time/index.js';

/**
 * The start of an instant's bucket; both are epoch milliseconds. The engine does not know local days or hours: buckets
 * are computed here and sent as runs of equal length, so every time zone costs the same.
 */
export function bucketSql(at: Sql, runs: readonly Run[]): Sql {
  const { run, step } = runSql(at, runs);
  return sql`${at} - (${at} - ${run}) % ${step}`;
}

/** The number of an instant's bucket: 0 is the first one. `starts` are those of all buckets, in order. */
export function bucketNumberSql(at: Sql, runs: readonly Run[], starts: readonly number[]): Sql {
  const { run, step } = runSql(at, runs);
  const within = sql`intDiv(${at} - ${run}, ${step})`;
  if (runs.length === 1) return within;
  const firsts = integers(runs.map(({ start }) => starts.indexOf(start)));
  return sql`transform(${run}, ${integers(runs.map(({ start }) => start))}, ${firsts}) + ${within}`;
}

/** Most ranges are one run, which needs no lookup. */
function runSql(at: Sql, runs: readonly Run[]) {
  const [only] = runs.length === 1 ? runs : [];
  if (only !== undefined) return { run: integer(only.start), step: integer(only.step) };
  const starts = integers(runs.map(({ start }) => start));
  const steps = integers(runs.map(({ step }) => step));
  const run = sql`roundDown(${at}, ${starts})`;
  return { run, step: sql`transform(${run}, ${starts}, ${steps})` };
}
