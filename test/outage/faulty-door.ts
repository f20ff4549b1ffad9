import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';

/** A door to ClickHouse that a test can shut: nothing gets in, as when the server is away. */
export interface FaultyDoor extends ClickHouse {
  shut: boolean;
}

export function faultyDoor(clickhouse: ClickHouse): FaultyDoor {
  const door: FaultyDoor = {
    ...clickhouse,
    shut: false,
    insert: async (insert) => {
      if (door.shut) throw new ClickHouseError('connect ECONNREFUSED', undefined, undefined);
      await clickhouse.insert(insert);
    },
  };
  return door;
}
