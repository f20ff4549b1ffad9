import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';

/** What the service asked of the engine since `watch`. */
export interface Watch {
  readonly statements: number;
  /** Milliseconds in which at least one statement was under way. */
  readonly milliseconds: number;
}

/** A client of ClickHouse that times the statements that pass. */
export interface WatchedClickHouse {
  readonly client: ClickHouse;
  /** Begins a watch. One by one, statements wait for each other, and the time is the sum of theirs. */
  watch(oneByOne: boolean): void;
  /** Ends it. */
  take(): Watch;
}

/** Wraps a client of ClickHouse. */
export function watchClickHouse(clickhouse: ClickHouse): WatchedClickHouse {
  let [statements, underWay, busySince, milliseconds] = [0, 0, 0, 0];
  let isOneByOne = false;
  let last: Promise<unknown> = Promise.resolve();
  const query: ClickHouse['query'] = async (asked) => {
    statements += 1;
    if (underWay === 0) busySince = performance.now();
    underWay += 1;
    try {
      return await clickhouse.query(asked);
    } finally {
      underWay -= 1;
      if (underWay === 0) milliseconds += performance.now() - busySince;
    }
  };
  return {
    client: {
      ...clickhouse,
      // So that no answer is kept: a page and a list ask equal statements.
      version: () => undefined,
      query: (asked) => {
        if (!isOneByOne) return query(asked);
        const answer = last.then(() => query(asked));
        last = answer.catch(() => undefined);
        return answer;
      },
    },
    watch: (oneByOne) => {
      isOneByOne = oneByOne;
      [statements, milliseconds] = [0, 0];
    },
    take: () => ({ statements, milliseconds }),
  };
}
