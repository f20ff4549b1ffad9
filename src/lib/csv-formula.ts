/** What a spreadsheet takes for the beginning of a formula, which a visitor could have made up. */
const BEGINNINGS = '=+-@\t\r';

const [QUOTE, COMMA, NEWLINE, APOSTROPHE] = ['"', ',', '\n', "'"].map((character) => character.charCodeAt(0));
const CODES: ReadonlySet<number | undefined> = new Set([...BEGINNINGS].map((character) => character.charCodeAt(0)));

/** Returns a text that a spreadsheet shows as it is: one that it would take for a formula is marked as a text. */
export const withoutFormula = (text: string): string =>
  BEGINNINGS.includes(text.charAt(0)) && text !== '' ? `'${text}` : text;

/** Yields CSV in which all texts are quoted, and numbers are not, with its texts marked as `withoutFormula` does. */
export async function* csvWithoutFormulas(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isQuoted = false;
  /** The last byte: a quote behind a comma or a line's end begins a text, behind another quote it is one of the text. */
  let last = NEWLINE;
  let isFirst = false;
  for await (const chunk of chunks) {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isFirst && CODES.has(byte)) {
        pieces.push(chunk.subarray(start, index), MARK);
        start = index;
      }
      isFirst = byte === QUOTE && !isQuoted && (last === COMMA || last === NEWLINE);
      if (byte === QUOTE) isQuoted = !isQuoted;
      last = byte;
    }
    pieces.push(chunk.subarray(start));
    yield pieces.length === 1 ? chunk : Buffer.concat(pieces);
  }
}

const MARK = Uint8Array.of(APOSTROPHE ?? 0);
