import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeDurably } from '../lib/durable-files.js';

/** Where everything is kept that could not be read, given a session or inserted, for a person to look at. */
export class RejectedFolder {
  constructor(private readonly folder: string) {}

  /** Makes the folder. */
  async open(): Promise<void> {
    await makeFolder(this.folder);
  }

  /** Keeps objects, one JSON line each. No file is written where there are none. */
  async keepLines(name: string, lines: readonly object[]): Promise<void> {
    if (lines.length > 0) await this.keep(name, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  }

  /**
   * Keeps a file, durably. One of the same name stays: the new one gets a number behind its name, unless it holds the
   * same, since a crash may repeat this.
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
