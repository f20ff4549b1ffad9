import type { ClickHouse, ClickHouseError } from '../../clickhouse/clickhouse.js';
import { isRowError } from '../../clickhouse/row-error.js';
import type { Table } from '../../clickhouse/tables.js';
import { dailyVisitorsColumns } from '../../daily-visitors/day-rows.js';
import type { Block } from './block-file.js';
import { findColumns, splitLines } from './row.js';

export interface RejectedRow {
  readonly row: string;
  readonly error: string;
}

export type RejectedRows = Readonly<Record<keyof Block, readonly RejectedRow[]>>;

/** The inserts of a block that are done: their rejected rows, by table and token. */
export type DoneInserts = Map<string, readonly RejectedRow[]>;

export interface InsertOptions {
  /** Identifies the block: its rows are ignored when they are inserted again, as long as ClickHouse remembers the token. */
  readonly token: string;
  /** Inserts that are not repeated. Those that succeed are added. */
  readonly done: DoneInserts;
  readonly onEventsInserted: () => void;
}

interface Target {
  readonly table: Table;
  /** In the order of the values in a row. */
  readonly columns: readonly string[];
}

const DAILY_VISITORS: Target = { table: 'daily_visitors', columns: dailyVisitorsColumns };

/**
 * Inserts a block. Rows that ClickHouse refuses are returned, and the others are inserted.
 *
 * @throws ClickHouseError for any other error; a retry may succeed
 */
export async function insertBlock(
  clickhouse: ClickHouse,
  { events, counts }: Block,
  { token, done, onEventsInserted }: InsertOptions,
): Promise<RejectedRows> {
  const insert = { clickhouse, done };
  const target: Target = { table: 'events', columns: findColumns(splitLines(events)[0]) };
  const rejectedEvents = await insertLines(insert, target, events, token);
  onEventsInserted();
  const rejectedCounts = counts.length === 0 ? [] : await insertLines(insert, DAILY_VISITORS, counts, token);
  return { events: rejectedEvents, counts: rejectedCounts };
}

interface Inserting {
  readonly clickhouse: ClickHouse;
  readonly done: DoneInserts;
}

async function insertLines(
  inserting: Inserting,
  target: Target,
  rows: Uint8Array,
  token: string,
): Promise<readonly RejectedRow[]> {
  const name = `${target.table} ${token}`;
  const rejected = inserting.done.get(name) ?? (await insertOrHalve(inserting, target, rows, token));
  inserting.done.set(name, rejected);
  return rejected;
}

/**
 * Inserts rows. When they are refused, they are halved until the invalid ones are isolated. The same rows are always split into
 * the same parts with the same tokens, so that a repeat after a crash inserts nothing twice.
 */
async function insertOrHalve(
  inserting: Inserting,
  target: Target,
  rows: Uint8Array,
  token: string,
): Promise<readonly RejectedRow[]> {
  try {
    await inserting.clickhouse.insert({ ...target, body: rows, token });
    return [];
  } catch (error) {
    if (!isRowError(error)) throw error;
    const lines = splitLines(rows);
    const [line] = lines;
    if (line === undefined) throw error;
    return lines.length === 1 ? [rejectedRow(line, error)] : insertHalves(inserting, target, lines, token);
  }
}

async function insertHalves(inserting: Inserting, target: Target, lines: readonly Uint8Array[], token: string) {
  const middle = Math.ceil(lines.length / 2);
  const half = (from: number, to?: number) => Buffer.concat(lines.slice(from, to));
  return [
    ...(await insertLines(inserting, target, half(0, middle), `${token}-0`)),
    ...(await insertLines(inserting, target, half(middle), `${token}-1`)),
  ];
}

const rejectedRow = (row: Uint8Array, error: ClickHouseError): RejectedRow => ({
  row: Buffer.from(row).toString(),
  error: error.message,
});
