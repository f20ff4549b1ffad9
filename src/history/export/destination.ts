import { open } from 'node:fs/promises';

/** A place for files of one website. */
export interface Destination {
  /**
   * Writes a file, and replaces an earlier one of the name. Other programs see all of the file or nothing.
   *
   * @throws ExportFailure for what the owner can change, and any error of `content`
   */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Writes a new file, which is on disk afterwards. `onChunk` sees each piece. The file may stay in part after an error. */
export async function writeChunks(
  path: string,
  content: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of content) {
      onChunk(chunk);
      await file.appendFile(chunk);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}
