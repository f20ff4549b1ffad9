import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Session } from 'chdb';
import { unlessGone } from '../clickhouse/folders.js';
import { covers, type Part, parsePartName } from '../clickhouse/part-name.js';
import { compile } from '../clickhouse/sql.js';
import { createBiViews } from './bi-views.js';
import { type AttachedTable, attachTable, fingerprintQuery, SQL_TABLES } from './sql-tables.js';

/** Beside `src/` and `dist/`. */
const CONFIGURATION = fileURLToPath(new URL('../../clickhouse/embedded.xml', import.meta.url));
const USERS = fileURLToPath(new URL('../../clickhouse/embedded-users.xml', import.meta.url));

/** Small, because nothing is inserted or merged, and little is read twice. */
const SMALL = [
  ...[
    'mark_cache_size=16777216',
    'primary_index_cache_size=16777216',
    'uncompressed_cache_size=0',
    'mmap_cache_size=0',
  ],
  ...['query_condition_cache_size=0', 'index_mark_cache_size=0', 'index_uncompressed_cache_size=0'],
  ...['compiled_expression_cache_size=0', 'background_pool_size=1', 'background_merges_mutations_concurrency_ratio=2'],
  ...['background_move_pool_size=1', 'background_fetches_pool_size=1', 'background_common_pool_size=1'],
  ...['background_schedule_pool_size=2', 'background_buffer_flush_schedule_pool_size=1'],
  ...['background_message_broker_schedule_pool_size=1', 'background_distributed_schedule_pool_size=1'],
  ...['tables_loader_foreground_pool_size=1', 'tables_loader_background_pool_size=1'],
].map((setting) => `--${setting}`);

/** Newer parts may be missing from a result. */
const MAX_LAG_MS = 1_000;
const MAX_WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 50;

/** A statement's class, from the engine's own parser. */
export interface Classified {
  readonly statementCount: number;
  /** 0 for SELECT, SHOW, DESCRIBE, EXISTS and EXPLAIN that write nowhere. */
  readonly queryClass: number;
}

interface Native {
  DurableClassifyAsync(connection: unknown, sql: string): Promise<Classified>;
}

/** TRICKY: chdb uses its classifier for itself and has no types for it. `test/sql/` tests what it returns. */
const loadNative = (): Native => {
  const require = createRequire(import.meta.url);
  const loader = require.resolve('chdb/package.json').replace('package.json', 'dist/loader.js');
  return (require(loader) as { loadNative(): Native }).loadNative();
};

/**
 * A read-only engine over the parts that the service's engine writes, with the `bi` views. It writes only to its own
 * folder.
 */
export class SqlEngine {
  readonly #native = loadNative();
  readonly #admin: Session;

  private constructor(
    readonly folder: string,
    private readonly tables: readonly AttachedTable[],
  ) {
    this.#admin = this.openSession();
  }

  /** @param store the folder of the service's engine */
  static async open(store: string, folder: string): Promise<SqlEngine> {
    const engine = new SqlEngine(folder, await Promise.all(SQL_TABLES.map((table) => attachTable(store, table))));
    for (const { statement } of engine.tables) await engine.#admin.queryAsync(statement);
    await createBiViews({
      command: async (statement) => {
        await engine.#admin.queryAsync(compile(statement).text);
      },
    });
    return engine;
  }

  /** The session has all rights. */
  openSession(): Session {
    const args = [`--config-file=${CONFIGURATION}`, `--users_config=${USERS}`, '--display_name=footfall', ...SMALL];
    return new Session(this.folder, { connectionArgs: args });
  }

  classify(session: Session, text: string): Promise<Classified> {
    const { connection } = session as unknown as { readonly connection: unknown };
    return this.#native.DurableClassifyAsync(connection, text);
  }

  /** Returns a digest of the beginning of a part; empty for an unknown part. */
  async fingerprint(table: string, part: string): Promise<string> {
    return (await this.#admin.queryAsync(fingerprintQuery(table, part), { format: 'TSV' })).text().trim();
  }

  /**
   * Waits until the engine knows every part that was on disk a second ago: a paused engine may lack many. Parts still
   * missing after some seconds are being rewritten, and appear in the next statement.
   */
  async catchUp(): Promise<void> {
    const end = performance.now() + MAX_WAIT_MS;
    while ((await this.#lacksParts()) && performance.now() < end) await pause(LOOK_AGAIN_MS);
  }

  async #lacksParts(): Promise<boolean> {
    const result = await this.#admin.queryAsync('SELECT table, name FROM system.parts', { format: 'TSV' });
    const known = new Map<string, Part[]>();
    for (const line of result.text().split('\n')) {
      const [table = '', name = ''] = line.split('\t');
      const part = parsePartName(name);
      if (part !== undefined) known.set(table, [...(known.get(table) ?? []), part]);
    }
    for (const { table, folder } of this.tables) {
      const parts = known.get(table) ?? [];
      for (const name of (await unlessGone(() => readdir(folder))) ?? []) {
        const part = parsePartName(name);
        if (part === undefined || parts.some((each) => each.name === name || isNewer(each, part))) continue;
        const found = await unlessGone(() => stat(join(folder, name)));
        if (found !== undefined && Date.now() - found.ctimeMs > MAX_LAG_MS) return true;
      }
    }
    return false;
  }
}

/** True when a part replaces another one, by a merge or a delete. */
const isNewer = (whole: Part, part: Part): boolean =>
  covers(whole, part) && (whole.level > part.level || whole.mutation > part.mutation);
