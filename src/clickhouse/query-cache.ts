import type { ClickHouse, Query } from './clickhouse.js';
import { compile } from './sql.js';

/** What is kept at most, in rows of answers; what a row has in an array counts as rows. */
const MAX_ROWS = 50_000;

/** A statement takes as much memory as so many rows. */
const ROWS_OF_STATEMENT = 50;

/** Answers by statement, each under the schema that parsed its rows. */
type Answers = Map<Query<unknown>['row'], Map<string, Promise<readonly unknown[]>>>;

/**
 * A door that asks equal questions once while nothing is written: who comes while one is under way waits for its answer, and
 * who comes later is given it, so that many who look at the same figures cost as much as one. What is written is seen at
 * once. Where nobody can tell whether rows change, every question is asked.
 */
export function withQueryCache(clickhouse: ClickHouse): ClickHouse {
  let answers: Answers = new Map();
  let [version, rows] = [clickhouse.version(), 0];

  const forget = () => {
    answers = new Map();
    rows = 0;
  };

  const ask = async <Row>(query: Query<Row>, known: Map<string, Promise<readonly unknown[]>>, key: string) => {
    try {
      const found = await clickhouse.query(query);
      rows += rowsIn(found) + ROWS_OF_STATEMENT;
      if (rows > MAX_ROWS) forget();
      return found;
    } catch (error) {
      known.delete(key);
      throw error;
    }
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
      const found = known.get(key) ?? ask(query, known, key);
      known.set(key, found);
      return found;
    },
  };
}

/** A chart has all its buckets in the arrays of one row. */
const rowsIn = (answer: readonly unknown[]): number =>
  answer
    .flatMap((row) => Object.values(row ?? {}))
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), answer.length);

/** What stands under a schema was parsed by it. */
function answersUnder<Row>(answers: Answers, row: Query<Row>['row']): Map<string, Promise<readonly Row[]>> {
  const known = answers.get(row) ?? new Map<string, Promise<readonly unknown[]>>();
  answers.set(row, known);
  return known as Map<string, Promise<readonly Row[]>>;
}
