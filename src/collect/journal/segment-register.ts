import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, sync } from '../../lib/durable-files.js';

/**
 * The names of a journal's segments and the sizes of the closed ones, outside of the journal's folder: a segment that was cut,
 * emptied or removed from outside is noticed at the next start. An entry is an empty file, named `segment` or `segment.bytes`.
 *
 * Nothing is synced while events arrive: the last entries may be lost with the power, and then nothing is noticed. But an entry
 * is added after its segment is on disk, and durably removed before it, so no crash makes a segment look lost.
 */
export class SegmentRegister {
  private constructor(
    private readonly folder: string,
    private readonly segments: Map<string, number | undefined>,
  ) {}

  static async open(folder: string): Promise<SegmentRegister> {
    await makeFolder(folder);
    return new SegmentRegister(folder, new Map(await readRegister(folder)));
  }

  /** The segments by name, with the bytes that each closed one had; undefined for one whose writer did not close it. */
  get all(): ReadonlyMap<string, number | undefined> {
    return this.segments;
  }

  /** The segment's file must be on disk. */
  async add(name: string): Promise<void> {
    this.segments.set(name, undefined);
    await open(this.#path(name), 'w').then((file) => file.close(), ignore);
  }

  async close(name: string, bytes: number): Promise<void> {
    this.segments.set(name, bytes);
    await rename(this.#path(name), this.#path(name, bytes)).catch(ignore);
  }

  /** Removes segments durably, before their files are removed. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      // A loss of power in the middle of a rename may leave both.
      await rm(this.#path(name), { force: true });
      await rm(this.#path(name, this.segments.get(name)), { force: true });
    }
    await sync(this.folder).catch(ignoreMissing);
    for (const name of names) this.segments.delete(name);
  }

  #path(name: string, bytes?: number): string {
    return join(this.folder, bytes === undefined ? name : `${name}.${bytes}`);
  }
}

/** The folder need not exist. */
export async function readRegister(folder: string): Promise<ReadonlyMap<string, number | undefined>> {
  const segments = new Map<string, number | undefined>();
  for (const entry of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const { name, bytes } = ENTRY.exec(entry)?.groups ?? {};
    if (name !== undefined) segments.set(name, bytes === undefined ? segments.get(name) : Number(bytes));
  }
  return segments;
}

const ENTRY = /^(?<name>.+\.segment)(?:\.(?<bytes>\d+))?$/;

/** A failed registration, as on a full disk, does not refuse events. */
const ignore = (): void => undefined;

/** The folder may be removed under a running process. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
