import { csvLine } from '../../lib/csv-formula.js';
import type { ResultRow } from '../../stats/rows/read-rows.js';

export async function* jsonLines(batches: AsyncIterable<readonly ResultRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** Missing values are empty. */
export async function* csvLines(
  fields: readonly string[],
  compared: readonly string[],
  batches: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<string> {
  yield csvLine([...fields, ...compared.map((name) => `comparison.${name}`)]);
  const cell = (given: unknown): string | number =>
    typeof given === 'number' ? given : given === null || given === undefined ? '' : String(given);
  for await (const rows of batches) {
    yield rows
      .map((each) => {
        const before = each.comparison as Readonly<Record<string, unknown>> | undefined;
        return csvLine([...fields.map((name) => cell(each[name])), ...compared.map((name) => cell(before?.[name]))]);
      })
      .join('');
  }
}
