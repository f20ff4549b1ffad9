import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';

/** A client of ClickHouse that a test can shut: nothing gets through, as when the server is away. */
export interface FailingClickHouse extends ClickHouse {
  shut: boolean;
}

export function failingClickHouse(clickhouse: ClickHouse): FailingClickHouse {
  const unlessShut =
    <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      if (failing.shut) throw new ClickHouseError('connect ECONNREFUSED', undefined, undefined);
      await write(...given);
    };
  const failing: FailingClickHouse = {
    ...clickhouse,
    shut: false,
    insert: unlessShut(clickhouse.insert),
    delete: unlessShut(clickhouse.delete),
    dropPartition: unlessShut(clickhouse.dropPartition),
    command: unlessShut(clickhouse.command),
  };
  return failing;
}
