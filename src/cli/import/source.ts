import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../lib/errors.js';

const GZIP = Buffer.from([0x1f, 0x8b]);

export interface Source {
  readonly bytes: number;
  readonly isGzip: boolean;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
  read(): AsyncIterable<Buffer>;
}

/** Throws AppError `not_found` when the file cannot be read. */
export async function openSource(path: string): Promise<Source> {
  const read = () => createReadStream(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of read()) hash.update(chunk);
    return { ...(await readBeginning(path)), hash: hash.digest('hex'), read };
  } catch (error) {
    throw new AppError('not_found', [`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

async function readBeginning(path: string): Promise<Pick<Source, 'bytes' | 'isGzip'>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(GZIP.length));
    return { bytes: (await file.stat()).size, isGzip: bytesRead === GZIP.length && buffer.equals(GZIP) };
  } finally {
    await file.close();
  }
}
