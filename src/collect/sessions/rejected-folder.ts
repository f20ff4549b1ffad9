import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeDurably } from '../../lib/durable-files.js';

/** The folder for data that could not be read, processed or inserted, kept for inspection. */
export class RejectedFolder {
  constructor(private readonly folder: string) {}

  async open(): Promise<void> {
    await makeFolder(this.folder);
  }

  /** Writes no file for an empty list. */
  async keepLines(name: string, lines: readonly object[]): Promise<void> {
    if (lines.length > 0) await this.keep(name, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  }

  /**
   * Writes a file durably. An existing file of the same name stays: the new one gets a number suffix. A file with the same
   * content is not written again, since a crash may repeat this.
   */
  async keep(name: string, content: Uint8Array): Promise<void> {
    await this.open();
    for (let number = 0; ; number += 1) {
      const path = join(this.folder, number === 0 ? name : `${name}.${number}`);
      const found = await readFile(path).catch(() => undefined);
      if (found?.equals(content)) return;
      if (found === undefined) return writeDurably(path, content);
    }
  }
}
