/** A spreadsheet treats text with such a beginning as a formula, and visitors can send such text. */
const BEGINNINGS = '=+-@\t\r';

const [QUOTE, COMMA, NEWLINE, APOSTROPHE] = ['"', ',', '\n', "'"].map((character) => character.charCodeAt(0));
const CODES: ReadonlySet<number | undefined> = new Set([...BEGINNINGS].map((character) => character.charCodeAt(0)));

/** Escapes text that a spreadsheet would treat as a formula. */
export const withoutFormula = (text: string): string =>
  BEGINNINGS.includes(text.charAt(0)) && text !== '' ? `'${text}` : text;

/** A line of CSV (RFC 4180). Escapes texts that a spreadsheet would treat as a formula. */
export const csvLine = (cells: readonly (string | number | bigint)[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number | bigint): string {
  if (typeof value !== 'string') return String(value);
  const text = withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Expects CSV in which all texts and no numbers are quoted; escapes texts like `withoutFormula`. */
export async function* csvWithoutFormulas(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isQuoted = false;
  /**
   * The previous byte: a quote after a comma or a line break opens a text; after another quote it is a literal quote.
   */
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
