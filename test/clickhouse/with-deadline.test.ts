import { expect, test } from 'vitest';
import { type ClickHouse, type Query, withDeadline, withSignal } from '../../src/clickhouse/clickhouse.js';
import { sql } from '../../src/clickhouse/sql.js';

const QUERY = { name: 'test', sql: sql`SELECT 1` } as Query<never>;

/** A client whose queries never end, and the signals that they got. */
function endless() {
  const signals: AbortSignal[] = [];
  const query = ({ signal }: Query<never>) => {
    signals.push(signal!);
    return new Promise(() => undefined);
  };
  return { signals, clickhouse: { query } as unknown as ClickHouse };
}

const never = new AbortController().signal;

test.each([
  ['over a client of a request', (client: ClickHouse) => withDeadline(withSignal(client, never), 20)],
  ['below one', (client: ClickHouse) => withSignal(withDeadline(client, 20), never)],
])('a deadline %s ends queries that run, and refuses later ones', async (_, wrap) => {
  const { signals, clickhouse } = endless();
  const client = wrap(clickhouse);
  await expect(client.query(QUERY)).rejects.toThrow('too long together');
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
  await expect(client.query(QUERY)).rejects.toThrow('too long together');
  expect(signals).toHaveLength(1);
});
