import { Fault } from '../errors.js';

/** No valid line is longer; the rest of one that is would only fill the memory. */
const LONGEST_LINE = 64 * 1024;

/** A line of a body and its number, from 1. A line that is too long has no text. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string | undefined;
}

/** Cuts a body of any length into its lines, as many at a time as have come. Blank lines are counted and left out. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly NumberedLine[]> {
  const decoder = new TextDecoder();
  let number = 1;
  let rest = '';
  let skipping = false;
  for await (const chunk of body) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    const lines: NumberedLine[] = [];
    for (const piece of pieces) {
      if (skipping || piece.trim() !== '') lines.push({ number, text: skipping ? undefined : bounded(piece) });
      skipping = false;
      number += 1;
    }
    yield lines;
    if (rest.length > LONGEST_LINE) {
      rest = '';
      skipping = true;
    }
  }
  const last = rest + decoder.decode();
  if (skipping || last.trim() !== '') yield [{ number, text: skipping ? undefined : bounded(last) }];
}

const bounded = (line: string): string | undefined => (line.length > LONGEST_LINE ? undefined : line);

/** The body without its content encoding. Throws Fault `unsupported_type` for another than gzip. */
export function decoded(body: ReadableStream<Uint8Array>, encoding: string | undefined): ReadableStream<Uint8Array> {
  switch ((encoding ?? 'identity').trim().toLowerCase()) {
    case 'identity':
    case '':
      return body;
    case 'gzip':
      return body.pipeThrough(new DecompressionStream('gzip'));
    default:
      throw new Fault('unsupported_type', ['Content-Encoding: must be gzip, or none']);
  }
}
