import { z } from 'zod';
import { withCauses } from '../lib/outage.js';
import { type ClickHouse, ClickHouseError } from './clickhouse.js';
import { sql } from './sql.js';

/** Rows of detached parts are on disk, but invisible to queries. */
export interface DamagedTable {
  readonly table: string;
  readonly parts: number;
}

const damagedTable = z.object({ table: z.string(), parts: z.coerce.number() });

/**
 * Finds parts that ClickHouse detached as damaged (`detached/broken-on-start_*`). Parts that `forgetUnfinished`
 * detached (`detached/unfinished-*`) are not included: their rows were inserted again.
 */
export const findDetachedParts = (clickhouse: ClickHouse): Promise<readonly DamagedTable[]> =>
  clickhouse.query({
    name: 'damage/detached',
    sql: sql`SELECT table, count() AS parts FROM system.detached_parts
WHERE database = currentDatabase() AND match(reason, '^(broken|unexpected|covered-by-broken)')
GROUP BY table ORDER BY table`,
    row: damagedTable,
  });

/** See https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const DAMAGE_CODES: ReadonlySet<unknown> = new Set([
  32, // ATTEMPT_TO_READ_AFTER_EOF
  33, // CANNOT_READ_ALL_DATA
  40, // CHECKSUM_DOESNT_MATCH
  226, // NO_FILE_IN_DATA_PART
  246, // CORRUPTED_DATA
  271, // CANNOT_DECOMPRESS
]);

/** A part's folder. Messages name it as a path or alone, with the columns that were read. */
const PART = /\b(?<part>\d{6}_\d+_\d+_\d+(?:_\d+)?)\b/;

/** The damaged part that a query found, or `unknown` when ClickHouse does not name it; undefined for other errors. */
export function findDamagedPart(error: unknown): string | undefined {
  const damage = withCauses(error).find((each) => each instanceof ClickHouseError && DAMAGE_CODES.has(each.code));
  return damage && (PART.exec(damage.message)?.groups?.part ?? 'unknown');
}

/** Verifies checksums, which takes as long as reading all stored data. */
export async function checkParts(clickhouse: ClickHouse): Promise<readonly DamagedTable[]> {
  const parts = await clickhouse.query({
    name: 'damage/check',
    sql: sql`CHECK ALL TABLES SETTINGS check_query_single_value_result = 0`,
    row: z.object({ table: z.string(), is_passed: z.coerce.boolean() }),
  });
  const damaged = new Map<string, number>();
  for (const { table, is_passed: isPassed } of parts) {
    if (!isPassed) damaged.set(table, (damaged.get(table) ?? 0) + 1);
  }
  return [...damaged].map(([table, parts]) => ({ table, parts }));
}
