import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../journal/files.js';
import type { RejectedRow } from './insert-block.js';

const SUFFIX = '.block';

/** Finished blocks of rows on their way into ClickHouse, named after the segments they were made of. */
export class BlockFiles {
  private constructor(
    private readonly folder: string,
    private readonly rejectedFolder: string,
  ) {}

  /** @param rejectedFolder where rows stay that ClickHouse refuses */
  static async open(folder: string, rejectedFolder: string): Promise<BlockFiles> {
    await mkdir(folder, { recursive: true });
    await mkdir(rejectedFolder, { recursive: true });
    return new BlockFiles(folder, rejectedFolder);
  }

  /** The segments whose blocks are finished, the oldest first. */
  async segments(): Promise<readonly string[]> {
    const names = await readdir(this.folder);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort();
  }

  /** Keeps a block: its rows, a line each. */
  write(segment: string, block: Uint8Array): Promise<void> {
    return writeDurably(this.#path(segment), block);
  }

  read(segment: string): Promise<Buffer> {
    return readFile(this.#path(segment));
  }

  remove(segment: string): Promise<void> {
    return rm(this.#path(segment), { force: true });
  }

  /** Sets rows aside for a person to look at. */
  async reject(segment: string, rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
    await writeDurably(join(this.rejectedFolder, `${segment}.ndjson`), lines.join(''));
  }

  #path(segment: string): string {
    return join(this.folder, `${segment}${SUFFIX}`);
  }
}
