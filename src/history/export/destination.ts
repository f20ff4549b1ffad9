import { open } from 'node:fs/promises';

export interface Destination {
  /**
   * Writes a file atomically, and replaces an earlier one of that name.
   *
   * @throws ExportFailure for errors that the owner can fix, and any error of `content`
   */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Writes a new file and syncs it to disk. `onChunk` gets each chunk. After an error, a partial file may remain. */
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
