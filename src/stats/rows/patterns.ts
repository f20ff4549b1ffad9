import { z } from 'zod';
import { type ClickHouse, ClickHouseError } from '../../clickhouse/clickhouse.js';
import { join, sql, string } from '../../clickhouse/sql.js';
import { invalid } from '../../lib/errors.js';

/** ClickHouse's CANNOT_COMPILE_REGEXP. */
const INVALID_PATTERN = 427;

export const isPatternError = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === INVALID_PATTERN;

/** Throws AppError `invalid` for the error of a malformed regular expression, and any other error as it is. */
export function explainPattern(error: unknown, field = 'filters'): never {
  if (!isPatternError(error)) throw error;
  throw invalid({ field, code: 'invalid_pattern', message: 'must have regular expressions of RE2 syntax' });
}

/**
 * Only ClickHouse knows which regular expressions it takes. A stored filter with another one would fail in every query.
 *
 * @throws AppError `invalid` that names the field
 */
export async function requireValidPatterns(clickhouse: ClickHouse, fields: Readonly<Record<string, unknown>>) {
  for (const [field, value] of Object.entries(fields)) {
    const patterns = [...new Set(listPatterns(value))].slice(0, MAX_PATTERNS);
    if (patterns.length === 0) continue;
    const matches = patterns.map((pattern) => sql`match('', ${string(pattern)})`);
    const query = {
      name: 'stats/patterns',
      sql: sql`SELECT [${join(matches, ', ')}] AS matches`,
      row: z.object({ matches: z.array(z.number()) }),
    };
    await clickhouse.query(query).catch((error: unknown) => explainPattern(error, field));
  }
}

/** Whether {@link requireValidPatterns} needs ClickHouse for them. */
export const hasPatterns = (fields: Readonly<Record<string, unknown>>): boolean => listPatterns(fields).length > 0;

/** Filters that are deeper, or have more values, are refused. */
const MAX_DEPTH = 40;
const MAX_PATTERNS = 2_000;

/** The filters in `part` may be malformed. */
function listPatterns(part: unknown, depth = 0): readonly string[] {
  if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return [];
  const own = 'operator' in part && ['matches', 'matches_not'].includes(String(part.operator));
  if (own && 'values' in part && Array.isArray(part.values)) {
    return part.values.filter((value) => typeof value === 'string');
  }
  return Object.values(part).flatMap((each) => listPatterns(each, depth + 1));
}
