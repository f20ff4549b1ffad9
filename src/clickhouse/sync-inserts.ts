import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../lib/durable-files.js';
import { pathsIn, unlessGone } from './folders.js';

/**
 * A file system may give changes within some milliseconds the same time, so a later change of a recent file may go
 * unnoticed.
 */
const SETTLED_MS = 1000;

/**
 * Syncs the files that the embedded engine leaves to the kernel on an insert or delete: the lists of a table's parts and
 * mutations, and its log of tokens. The engine syncs the rows itself.
 */
export class InsertSync {
  /** Epoch milliseconds. */
  readonly #synced = new Map<string, number>();

  /** @param folder of the engine */
  constructor(private readonly folder: string) {}

  /** Resolves when every insert and delete before the call is durable. */
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
