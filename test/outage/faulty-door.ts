import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';

/** A door to ClickHouse that a test can shut: nothing gets in, as when the server is away. */
export interface FaultyDoor extends ClickHouse {
  shut: boolean;
}

export function faultyDoor(clickhouse: ClickHouse): FaultyDoor {
  const unlessShut =
    <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      if (door.shut) throw new ClickHouseError('connect ECONNREFUSED', undefined, undefined);
      await write(...given);
    };
  const door: FaultyDoor = {
    ...clickhouse,
    shut: false,
    insert: unlessShut(clickhouse.insert),
    delete: unlessShut(clickhouse.delete),
    dropPartition: unlessShut(clickhouse.dropPartition),
    command: unlessShut(clickhouse.command),
  };
  return door;
}
