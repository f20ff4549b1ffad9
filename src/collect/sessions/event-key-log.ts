import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createFile, makeFolder } from '../../lib/durable-files.js';
import { GrowingBuffer } from '../../lib/growing-buffer.js';
import { unframe, writeFrame } from '../journal/frame.js';
import { MAX_KEYS } from './recent-events.js';

const SUFFIX = '.keys';
/** Even a process with few events starts a new file. */
const MAX_FILES = 1_000;

export interface SegmentKeys {
  readonly segment: string;
  readonly keys: readonly number[];
}

const record = z.object({ segment: z.string(), keys: z.array(z.number()) });

/** Stores the keys of recent events on disk, so that repeats are still recognized after a restart. */
export class EventKeyLog {
  /** The newest file, once this process has started one. */
  #file: string | undefined;
  /** Keys in each file. */
  readonly #keys = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** Reads the stored keys, the oldest first. Damaged entries are skipped: at worst, a repeat is counted. */
  async *read(): AsyncGenerator<SegmentKeys> {
    for (const name of await this.#files()) {
      const { records } = unframe(await readFile(join(this.folder, name)), { syncedBytes: 0 });
      for (const each of records) {
        const parsed = record.safeParse(JSON.parse(each.toString()));
        if (!parsed.success) continue;
        this.#count(name, parsed.data);
        yield parsed.data;
      }
    }
  }

  async append(entry: SegmentKeys): Promise<void> {
    if (entry.keys.length === 0) return;
    const isFull = (this.#keys.get(this.#file ?? '') ?? 0) >= MAX_KEYS;
    const file = this.#file === undefined || isFull ? await this.#begin(entry.segment) : this.#file;
    const frame = new GrowingBuffer();
    writeFrame(JSON.stringify(entry), frame);
    await appendFile(join(this.folder, file), frame.bytes(), { flush: true });
    this.#count(file, entry);
  }

  #count(file: string, { keys }: SegmentKeys): void {
    this.#keys.set(file, (this.#keys.get(file) ?? 0) + keys.length);
  }

  /**
   * Starts a file, named after its first segment, since names of segments sort by time. Removes files older than the latest
   * keys.
   */
  async #begin(segment: string): Promise<string> {
    await makeFolder(this.folder);
    const name = `${segment}${SUFFIX}`;
    if (!(await this.#files()).includes(name)) await (await createFile(join(this.folder, name))).close();
    this.#file = name;
    let newer = 0;
    for (const [place, file] of (await this.#files()).toReversed().entries()) {
      if (newer >= MAX_KEYS || place >= MAX_FILES) await rm(join(this.folder, file), { force: true });
      newer += this.#keys.get(file) ?? 0;
    }
    return name;
  }

  async #files(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => name.endsWith(SUFFIX)).sort();
  }
}
