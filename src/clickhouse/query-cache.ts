import type { ClickHouse, Query } from './clickhouse.js';
import { SharedResult } from './shared-result.js';
import { compile } from './sql.js';

/** In result rows; an array in a row counts one row per element. */
const MAX_ROWS = 50_000;

/** In rows. */
const ROWS_OF_STATEMENT = 50;

/** By statement, grouped by the schema that parsed the rows. */
type Answers = Map<Query<unknown>['row'], Results<unknown>>;
type Results<Row> = Map<string, SharedResult<readonly Row[]>>;

/**
 * Returns a client that caches query results until the next write. Equal queries share one result, also while the first
 * is running, so many viewers of one dashboard cost as much as one. A query is dropped when all of its clients have
 * disconnected. When changes cannot be detected, nothing is cached.
 */
export function withQueryCache(clickhouse: ClickHouse): ClickHouse {
  let answers: Answers = new Map();
  let [version, rows] = [clickhouse.version(), 0];

  const forget = () => {
    answers = new Map();
    rows = 0;
  };

  const ask = <Row>(query: Query<Row>, known: Results<Row>, key: string): SharedResult<readonly Row[]> => {
    const result = new SharedResult(async (signal) => {
      try {
        const found = await clickhouse.query({ ...query, signal });
        rows += rowsIn(found) + ROWS_OF_STATEMENT;
        if (rows > MAX_ROWS) forget();
        return found;
      } catch (error) {
        if (known.get(key) === result) known.delete(key);
        throw error;
      }
    });
    known.set(key, result);
    return result;
  };

  return {
    ...clickhouse,
    query: <Row>(query: Query<Row>) => {
      const now = clickhouse.version();
      if (now === undefined) return clickhouse.query(query);
      if (now !== version) forget();
      version = now;
      const known = answersUnder(answers, query.row);
      const key = JSON.stringify(compile(query.sql));
      const found = known.get(key);
      const result = found === undefined || found.isAbandoned ? ask(query, known, key) : found;
      return result.wait(query.signal);
    },
  };
}

/** A time series has all its buckets in the arrays of one row. */
const rowsIn = (answer: readonly unknown[]): number =>
  answer
    .flatMap((row) => Object.values(row ?? {}))
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), answer.length);

/** The cached rows were parsed by this schema, which makes the cast safe. */
function answersUnder<Row>(answers: Answers, row: Query<Row>['row']): Results<Row> {
  const known: Results<unknown> = answers.get(row) ?? new Map();
  answers.set(row, known);
  return known as Results<Row>;
}
