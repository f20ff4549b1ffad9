import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../lib/durable-files.js';
import { pathsIn, unlessGone } from './folders.js';

/** A file system may give one time to all changes within some milliseconds: what is younger may change again unnoticed. */
const SETTLED_MS = 1000;

/**
 * Syncs what the embedded engine leaves to the kernel when it inserts or deletes: which parts and mutations a table has, and its log
 * of tokens. The rows themselves it syncs.
 */
export class InsertSync {
  /** When each path that was synced had been changed last, in epoch milliseconds. */
  readonly #synced = new Map<string, number>();

  /** @param folder of the engine */
  constructor(private readonly folder: string) {}

  /** Resolves when everything that was inserted and deleted before the call stays, whatever happens. */
  async run(): Promise<void> {
    const stores = await pathsIn([join(this.folder, 'store')]);
    const tables = await pathsIn(stores);
    const logFolders = tables.map((table) => join(table, 'deduplication_logs'));
    const logs = await pathsIn(logFolders);
    const around = ['', 'store', 'metadata', 'data', 'data/default'].map((name) => join(this.folder, name));
    await Promise.all([...logs, ...logFolders, ...tables, ...stores, ...around].map((path) => this.#sync(path)));
  }

  async #sync(path: string): Promise<void> {
    const changed = await unlessGone(async () => (await stat(path)).mtimeMs);
    if (changed === undefined || changed === this.#synced.get(path)) return;
    const isSettled = Date.now() - changed > SETTLED_MS;
    await unlessGone(() => sync(path));
    if (isSettled) this.#synced.set(path, changed);
  }
}
