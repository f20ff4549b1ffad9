import type { ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { isRowFault } from '../clickhouse/row-fault.js';
import type { Table } from '../clickhouse/tables.js';
import { linesOf } from './row.js';

/** A row that ClickHouse refuses, and why. */
export interface RejectedRow {
  readonly row: string;
  readonly error: string;
}

/** Where a block of rows goes. */
export interface Target {
  readonly table: Table;
  /** In the order in which the rows have them. */
  readonly columns: readonly string[];
}

/**
 * Inserts a block of rows, a line each. A block that is refused for what stands in it is halved until the rows at fault are alone:
 * they are given back, and their neighbours go in. The same block is cut in the same places under the same tokens, so
 * that a repeat after a crash inserts nothing twice.
 *
 * @throws ClickHouseError when it was not the rows' fault; then a repeat may succeed.
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
    if (!isRowFault(error)) throw error;
    const lines = linesOf(block);
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
