/** No valid line is longer; the rest is not kept in memory. */
const MAX_LINE_LENGTH = 64 * 1024;

/** Numbered from 1. A line that is too long has no text. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string | undefined;
}

/** Non-blank lines that arrived together, and the number of bytes received for them. */
export interface LineBatch {
  readonly bytes: number;
  readonly lines: readonly NumberedLine[];
}

/** Yields lines in batches as they arrive. Blank lines are counted and left out. */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<LineBatch> {
  const decoder = new TextDecoder();
  let number = 1;
  /** The incomplete last line. */
  let begun = '';
  let isTooLong = false;
  const endLine = (rest: string, lines: NumberedLine[]) => {
    // Avoids garbage for millions of blank lines.
    if (rest !== '' || begun !== '' || isTooLong) {
      const text = begun + rest;
      if (isTooLong || text.length > MAX_LINE_LENGTH) lines.push({ number, text: undefined });
      else if (text.trim() !== '') lines.push({ number, text });
      begun = '';
      isTooLong = false;
    }
    number += 1;
    return lines;
  };
  for await (const chunk of body) {
    // Searches only the new chunk: a line may arrive byte by byte.
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const last = pieces.pop() ?? '';
    const lines: NumberedLine[] = [];
    for (const piece of pieces) endLine(piece, lines);
    yield { bytes: chunk.length, lines };
    begun += last;
    if (begun.length <= MAX_LINE_LENGTH) continue;
    begun = '';
    isTooLong = true;
  }
  yield { bytes: 0, lines: endLine(decoder.decode(), []) };
}
