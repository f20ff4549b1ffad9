import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface ZippedFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** Packs the files one after another, at the reader's pace. `mtime` is epoch milliseconds. */
export async function* zipped(files: Iterable<ZippedFile>, mtime: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  function* packed() {
    yield* pieces;
    pieces = [];
  }
  for (const { name, text } of files) {
    const file = Object.assign(new ZipDeflate(name), { mtime });
    zip.add(file);
    for await (const piece of text) {
      file.push(strToU8(piece));
      yield* packed();
    }
    file.push(new Uint8Array(), true);
    yield* packed();
  }
  zip.end();
  yield* packed();
}
