import { existsSync, fdatasyncSync, fsyncSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { makeFolder, renameDurably, syncTree } from '../lib/durable-files.js';
import { unpackFirstDatabase } from './first-database.js';

/** Makes PostgreSQL call `fsync`: PGlite turns it off, and Emscripten's `fdatasync` does nothing. */
export const DURABLE = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

/** Segments of the write-ahead log keep their size, so a commit need not sync their timestamps. */
const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/** Parts of Emscripten's file system for which PGlite has no types. */
interface Emscripten {
  readonly FS: {
    mkdirTree(path: string): void;
    mount(type: object, options: { readonly root: string }, path: string): void;
  };
  readonly NODEFS: {
    /** Converts an error of Node into one for PostgreSQL. */
    tryFSOperation<T>(operation: () => T): T;
    readonly stream_ops: { fsync?: (file: OpenFile) => number };
  };
}

interface OpenFile {
  /** Node's file descriptor. */
  readonly nfd: number;
  readonly node: { readonly name: string };
}

/**
 * The folder of an embedded PostgreSQL, with an `fsync` that syncs to disk: otherwise a power loss removes data that PostgreSQL
 * considers durable. A new database is created beside the folder, and moved there once it is complete and on disk.
 */
export class DurableFolder extends NodeFS {
  /** Emscripten keeps this object, and reads `root` at each operation. */
  readonly #mounted: { root: string };

  private constructor(
    private readonly folder: string,
    root: string,
  ) {
    super(root);
    this.#mounted = { root };
  }

  static async open(folder: string): Promise<DurableFolder> {
    await makeFolder(folder);
    if (existsSync(join(folder, 'PG_VERSION'))) return new DurableFolder(folder, folder);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    const isThere = unpackFirstDatabase(unfinished);
    const made = new DurableFolder(folder, unfinished);
    if (isThere) await made.syncToFs();
    return made;
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    this.pg = pg;
    const mount = ({ FS, NODEFS }: Emscripten): void => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        NODEFS.tryFSOperation(() => (WAL_SEGMENT.test(node.name) ? fdatasyncSync(nfd) : fsyncSync(nfd)));
        return 0;
      };
      FS.mkdirTree(PGlite.paths.PGDATA);
      FS.mount(NODEFS, this.#mounted, PGlite.paths.PGDATA);
    };
    return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } };
  }

  /**
   * Called when a new database is complete, before it starts. PGlite also calls it after each statement outside of a
   * transaction.
   */
  override async syncToFs(): Promise<void> {
    const { root } = this.#mounted;
    // Statements run in this thread. Without a pause, queued statements would run before any other task.
    if (root === this.folder) return setImmediate();
    await syncTree(root);
    await renameDurably(root, this.folder);
    this.#mounted.root = this.folder;
  }
}
