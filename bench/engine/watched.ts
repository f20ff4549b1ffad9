import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { type Compiled, compile } from '../../src/clickhouse/sql.js';

/** What the service asked of the engine since it was last looked at. */
export interface Asked {
  readonly statements: readonly Compiled[];
  /** Milliseconds in which at least one of them was under way. */
  readonly milliseconds: number;
}

/** A door to ClickHouse that notes which questions pass, and how long they take. */
export interface Watched {
  readonly door: ClickHouse;
  take(): Asked;
}

export function watched(clickhouse: ClickHouse): Watched {
  let statements: Compiled[] = [];
  let [underWay, busySince, milliseconds] = [0, 0, 0];
  return {
    door: {
      ...clickhouse,
      query: async (query) => {
        statements.push(compile(query.sql));
        if (underWay === 0) busySince = performance.now();
        underWay += 1;
        try {
          return await clickhouse.query(query);
        } finally {
          underWay -= 1;
          if (underWay === 0) milliseconds += performance.now() - busySince;
        }
      },
    },
    take: () => {
      const asked = { statements, milliseconds };
      statements = [];
      milliseconds = 0;
      return asked;
    },
  };
}
