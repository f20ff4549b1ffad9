import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';

/** The service's statements since `watch`. */
export interface Watch {
  readonly statements: number;
  /** Milliseconds during which at least one statement was running. */
  readonly milliseconds: number;
}

export interface WatchedClickHouse {
  readonly client: ClickHouse;
  /** Starts a watch. With `oneByOne`, statements run one after the other, and the time is their sum. */
  watch(oneByOne: boolean): void;
  take(): Watch;
}

export function watchClickHouse(clickhouse: ClickHouse): WatchedClickHouse {
  let [statements, underWay, busySince, milliseconds] = [0, 0, 0, 0];
  let isOneByOne = false;
  let last: Promise<unknown> = Promise.resolve();
  const query: ClickHouse['query'] = async (each) => {
    statements += 1;
    if (underWay === 0) busySince = performance.now();
    underWay += 1;
    try {
      return await clickhouse.query(each);
    } finally {
      underWay -= 1;
      if (underWay === 0) milliseconds += performance.now() - busySince;
    }
  };
  return {
    client: {
      ...clickhouse,
      // Disables the query cache: a page and a list run equal statements.
      version: () => undefined,
      query: (each) => {
        if (!isOneByOne) return query(each);
        const answer = last.then(() => query(each));
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
