/** No valid line is longer; the rest of one that is would only fill the memory. */
const MAX_LINE_LENGTH = 64 * 1024;

/** A line of a body and its number, from 1. A line that is too long has no text. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string | undefined;
}

/** Lines that have come together, without the blank ones, and how many bytes have come for them. */
export interface LineBatch {
  readonly bytes: number;
  readonly lines: readonly NumberedLine[];
}

/** Cuts a body of any length into its lines, as many at a time as have come. Blank lines are counted and left out. */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<LineBatch> {
  const decoder = new TextDecoder();
  let number = 1;
  /** The line that has begun. */
  let begun = '';
  let isTooLong = false;
  const endLine = (rest: string, lines: NumberedLine[]) => {
    // Millions of blank lines make no garbage.
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
    // Only what is new is searched: a line may come byte by byte.
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
