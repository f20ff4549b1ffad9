import type { ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { isRowFault } from '../clickhouse/row-fault.js';
import { eventColumns, linesOf } from './row.js';

/** A row that ClickHouse refuses, and why. */
export interface RejectedRow {
  readonly row: string;
  readonly error: string;
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
  block: Uint8Array,
  token: string,
): Promise<readonly RejectedRow[]> {
  try {
    await clickhouse.insert({ table: 'events', columns: eventColumns, body: block, token });
    return [];
  } catch (error) {
    if (!isRowFault(error)) throw error;
    const lines = linesOf(block);
    return lines.length === 1 ? [rejected(lines[0] ?? '', error)] : insertHalves(clickhouse, lines, token);
  }
}

async function insertHalves(clickhouse: ClickHouse, lines: readonly string[], token: string) {
  const middle = Math.ceil(lines.length / 2);
  const half = (from: number, to?: number) => Buffer.from(lines.slice(from, to).join(''));
  return [
    ...(await insertBlock(clickhouse, half(0, middle), `${token}-0`)),
    ...(await insertBlock(clickhouse, half(middle), `${token}-1`)),
  ];
}

const rejected = (row: string, error: ClickHouseError): RejectedRow => ({ row, error: error.message });
