import type { ClickHouse } from './clickhouse.js';
import { compile } from './sql.js';

export interface LoggedQuery {
  /** For example `stats/pages`. */
  readonly query: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly rows: number;
  /** From the start to the last row. The time of a stream includes that of its reader. */
  readonly milliseconds: number;
}

/** For development: the logged SQL names websites and filters. */
export function logQueries(clickhouse: ClickHouse, log: (query: LoggedQuery) => void): ClickHouse {
  const logged = ({ name, sql }: Parameters<ClickHouse['query']>[0], rows: number, began: number) => {
    const { text, parameters } = compile(sql);
    log({ query: name, sql: text, parameters, rows, milliseconds: Math.round(performance.now() - began) });
  };
  return {
    ...clickhouse,
    query: async (query) => {
      const began = performance.now();
      const rows = await clickhouse.query(query);
      logged(query, rows.length, began);
      return rows;
    },
    async *stream(query) {
      const began = performance.now();
      let rows = 0;
      for await (const batch of clickhouse.stream(query)) {
        rows += batch.length;
        yield batch;
      }
      logged(query, rows, began);
    },
  };
}
