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

  /** Keeps a block, given as its lines. */
  write(segment: string, lines: readonly string[]): Promise<void> {
    return writeDurably(this.#path(segment), lines.join(''));
  }

  /** The lines of a block, each with its line break. */
  async read(segment: string): Promise<readonly string[]> {
    return (await readFile(this.#path(segment), 'utf8')).match(/[^\n]+\n/g) ?? [];
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
