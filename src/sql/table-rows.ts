import type { ReaderResult } from './reader.js';

/** A line of column names, a line of types, and a line for each row. */
export const TABLE_FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

export interface Column {
  readonly name: string;
  /** ClickHouse's type. */
  readonly type: string;
}

export interface TableRows {
  readonly columns: readonly Column[];
  /** One JSON array per row. The generator must be read or returned. */
  readonly lines: AsyncGenerator<string>;
}

/** Expects a result in `TABLE_FORMAT`. */
export async function readTable({ chunks }: Pick<ReaderResult, 'chunks'>): Promise<TableRows> {
  const lines = splitLines(chunks);
  const [names, types] = [await readTexts(lines), await readTexts(lines)];
  return { columns: names.map((name, index) => ({ name, type: types[index] ?? '' })), lines };
}

async function readTexts(lines: AsyncGenerator<string>): Promise<readonly string[]> {
  const { value, done } = await lines.next();
  return done ? [] : (JSON.parse(value) as string[]);
}

async function* splitLines(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A line may be as long as the result, so it is joined only once.
  let line: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    line.push(first);
    for (const next of others) {
      yield line.join('');
      line = [next];
    }
  }
  const last = line.join('');
  if (last !== '') yield last;
}
