import { integer, integers, type Sql, sql } from '../clickhouse/sql.js';
import type { Run } from '../time/index.js';

/**
 * The start of the bucket that holds an instant, both in epoch milliseconds. Local days and hours are not the engine's matter: the
 * buckets are computed outside and sent as runs of equal ones, so that any zone costs the same.
 */
export function bucketOf(at: Sql, runs: readonly Run[]): Sql {
  const { run, step } = runOf(at, runs);
  return sql`${at} - (${at} - ${run}) % ${step}`;
}

/** The start of an instant's run, and its step. Most ranges are one run, where nothing is to be looked up. */
function runOf(at: Sql, runs: readonly Run[]) {
  const [only] = runs.length === 1 ? runs : [];
  if (only !== undefined) return { run: integer(only.start), step: integer(only.step) };
  const starts = integers(runs.map(({ start }) => start));
  const steps = integers(runs.map(({ step }) => step));
  const run = sql`roundDown(${at}, ${starts})`;
  return { run, step: sql`transform(${run}, ${starts}, ${steps})` };
}
