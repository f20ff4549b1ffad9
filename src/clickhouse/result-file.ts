import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { withCleanup } from '../lib/with-cleanup.js';
import type { ReaderResult } from './reader.js';

/** Opens the file of a result, which is removed when its chunks were read or returned. */
export async function openResult(path: string): Promise<Pick<ReaderResult, 'bytes' | 'chunks'>> {
  // A result without rows may have no file.
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (bytes > 0) for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  }
  return { bytes, chunks: withCleanup(chunks(), () => rm(path, { force: true })) };
}
