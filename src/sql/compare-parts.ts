import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { literal } from '../clickhouse/parameter-text.js';
import { trusted } from '../clickhouse/sql.js';
import { beingRewritten, MAX_ATTEMPTS, PAUSE_MS } from './removed-parts.js';
import type { SqlProcess } from './sql-process.js';
import { fingerprintQuery, MAX_COMPARED_ROWS, SQL_TABLES } from './sql-tables.js';

/**
 * Verifies that a process and the service's own engine read the same rows in some parts.
 *
 * @throws Error when they do not, AppError `unavailable` while parts are being rewritten
 */
export async function compareParts(clickhouse: Pick<ClickHouse, 'query'>, started: SqlProcess): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const results = [];
    for (const part of await partsToCompare(clickhouse)) results.push(await isSame(clickhouse, started, part));
    if (results.includes('different')) throw new Error('a process for SQL does not read the same rows as the service');
    if (!results.includes('gone')) return;
    await pause(PAUSE_MS);
  }
  throw beingRewritten();
}

const PARTS_TO_COMPARE = `SELECT table, argMin(name, (rows > ${MAX_COMPARED_ROWS}, abs(toInt64(rows) - ${MAX_COMPARED_ROWS}))) AS part
FROM system.parts
WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${SQL_TABLES.map(literal).join(', ')})
GROUP BY table`;

const storedPart = z.object({ table: z.enum(SQL_TABLES), part: z.string() });

type StoredPart = z.output<typeof storedPart>;

/** For each table, the largest part that is quick to compare, else the smallest. */
const partsToCompare = (clickhouse: Pick<ClickHouse, 'query'>): Promise<readonly StoredPart[]> =>
  clickhouse.query({ name: 'sql/parts', sql: trusted(PARTS_TO_COMPARE), row: storedPart });

async function isSame(
  clickhouse: Pick<ClickHouse, 'query'>,
  started: SqlProcess,
  { table, part }: StoredPart,
): Promise<'same' | 'different' | 'gone'> {
  const [own] = await clickhouse.query({
    name: 'sql/fingerprint',
    sql: trusted(fingerprintQuery(table, part)),
    row: z.object({ fingerprint: z.string() }),
  });
  const read = await started.fingerprint(table, part);
  if (own === undefined || read === '') return 'gone';
  return own.fingerprint === read ? 'same' : 'different';
}
