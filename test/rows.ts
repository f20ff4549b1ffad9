import { inspect } from 'node:util';

/** Checks each row of a table. Fails with the rows that are wrong, each with what was expected and found. */
export async function checkRows<const Row>(rows: readonly Row[], check: (row: Row) => unknown): Promise<void> {
  if (rows.length === 0) throw new Error('The table has no rows.');
  const failures: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      failures.push(`${show(row)}\n${explain(error)}`);
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${rows.length} rows are wrong:\n\n${failures.join('\n\n')}`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return show(error);
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  if (actual === undefined && expected === undefined) return error.message;
  return `${error.message}\n  expected: ${show(expected)}\n  found: ${show(actual)}`;
}

const show = (value: unknown): string => inspect(value, { depth: 8, maxStringLength: 300, breakLength: 120 });
