import type { ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { isRowError } from '../clickhouse/row-error.js';
import type { Table } from '../clickhouse/tables.js';
import { splitLines } from './row.js';

/** A row that ClickHouse refused, and its error. */
export interface RejectedRow {
  readonly row: string;
  readonly error: string;
}

/** The destination of a block. */
export interface Target {
  readonly table: Table;
  /** In the order of the values in a row. */
  readonly columns: readonly string[];
}

/**
 * Inserts a block with one row per line. A block that is refused for its rows is halved until the invalid rows are isolated:
 * they are returned, and the others are inserted. The same block is always split into the same parts with the same tokens, so
 * that a repeat after a crash inserts nothing twice.
 *
 * @throws ClickHouseError for any other error; a retry may succeed
 */
export async function insertBlock(
  clickhouse: ClickHouse,
  target: Target,
  block: Uint8Array,
  token: string,
): Promise<readonly RejectedRow[]> {
  try {
    await clickhouse.insert({ ...target, body: block, token });
    return [];
  } catch (error) {
    if (!isRowError(error)) throw error;
    const lines = splitLines(block);
    const [line] = lines;
    if (line === undefined) throw error;
    return lines.length === 1 ? [rejected(line, error)] : insertHalves(clickhouse, target, lines, token);
  }
}

async function insertHalves(clickhouse: ClickHouse, target: Target, lines: readonly Uint8Array[], token: string) {
  const middle = Math.ceil(lines.length / 2);
  const half = (from: number, to?: number) => Buffer.concat(lines.slice(from, to));
  return [
    ...(await insertBlock(clickhouse, target, half(0, middle), `${token}-0`)),
    ...(await insertBlock(clickhouse, target, half(middle), `${token}-1`)),
  ];
}

const rejected = (row: Uint8Array, error: ClickHouseError): RejectedRow => ({
  row: Buffer.from(row).toString(),
  error: error.message,
});
