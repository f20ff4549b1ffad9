import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../journal/files.js';

const SUFFIX = '.block';

/** Finished blocks of rows on their way into ClickHouse, named after the segments they were made of. */
export class BlockFiles {
  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<BlockFiles> {
    await mkdir(folder, { recursive: true });
    return new BlockFiles(folder);
  }

  /** The segments whose blocks are finished, the oldest first. */
  async segments(): Promise<readonly string[]> {
    const names = await readdir(this.folder);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort();
  }

  /** Keeps a block durably. A block is there whole or not at all. */
  async write(segment: string, body: string): Promise<void> {
    const unfinished = `${this.#path(segment)}.unfinished`;
    const file = await open(unfinished, 'w');
    try {
      await file.writeFile(body);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#path(segment));
    await syncFolder(this.folder);
  }

  read(segment: string): Promise<Buffer> {
    return readFile(this.#path(segment));
  }

  remove(segment: string): Promise<void> {
    return unlink(this.#path(segment));
  }

  #path(segment: string): string {
    return join(this.folder, `${segment}${SUFFIX}`);
  }
}
