import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';

/** Parsing and writing a batch takes a millisecond or two. Other tasks run between batches. */
const ROWS_A_BATCH = 100;

const NEWLINE = '\n'.charCodeAt(0);

/** Splits chunks of JSON lines into batches of parsed rows. */
export async function* rowBatches<Row>(
  chunks: AsyncIterable<Uint8Array>,
  row: z.ZodType<Row>,
): AsyncGenerator<readonly Row[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let rows: Row[] = [];
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end !== -1; end = text.indexOf(NEWLINE, start)) {
      if (end > start) rows.push(row.parse(JSON.parse(text.toString('utf8', start, end))));
      start = end + 1;
      if (rows.length < ROWS_A_BATCH) continue;
      yield rows;
      rows = [];
      await nextTurn();
    }
    if (rows.length > 0) yield rows;
    rest = text.subarray(start);
  }
  // Each row ends with a line break. An incomplete last row was cut off, and throws.
  if (rest.length > 0) yield [row.parse(JSON.parse(rest.toString()))];
}
