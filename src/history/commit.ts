import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { remakeDerived } from '../clickhouse/derived-tables.js';
import { ofWebsite, sql } from '../clickhouse/sql.js';
import type { Context } from '../context/context.js';
import { removeCopy } from './deleted-events.js';
import { finishDeletion, finishRestore } from './deletion-repository.js';
import {
  finishImport,
  forgetImport,
  type UnfinishedImport,
  unfinishedImports,
  withoutImport,
} from './import-repository.js';
import { importsFolder, ofImport, stagedImports, unstage } from './staging.js';
import { findTakenBack, noteTakenBack, removeStrayNotes, removeTakenBackNote } from './taken-back.js';
import { hasTouchedSessions, rebuiltRows, touchedSessions } from './touched-sessions.js';

/** Removes the events that the import replaced. Safe to repeat. */
export async function complete(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  if (await hasTouchedSessions(clickhouse, importId)) await removeReplaced(clickhouse, importId, websiteId);
  // Without the staged data it cannot be repeated.
  await clickhouse.sync();
  await unstage(clickhouse, importId);
}

/** Removes the deleted events and those that the deletion replaced. Safe to repeat. */
export async function completeDeletion(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  await removeReplaced(clickhouse, importId, websiteId);
  await clickhouse.sync();
  await unstage(clickhouse, importId);
}

async function removeReplaced(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  await clickhouse.delete('events', rebuiltRows(importId, websiteId));
  await remakeDerived(clickhouse, touchedSessions(importId, websiteId));
}

/** Removes the events that a restore replaced, and the copy of the restored ones. */
export const completeRestore =
  (deletionId: string): typeof complete =>
  async (clickhouse, importId, websiteId) => {
    await complete(clickhouse, importId, websiteId);
    await removeCopy(clickhouse, deletionId);
  };

/** Safe to repeat. */
export async function takeBack(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  const website = ofWebsite(websiteId);
  for (const table of ['events', 'visits', 'sessions'] as const) {
    await clickhouse.delete(table, sql`${website} AND ${ofImport(importId)}`);
  }
  await removeCopy(clickhouse, importId);
  await clickhouse.sync();
  await unstage(clickhouse, importId);
}

/** For an import whose commit failed, but may have happened. */
export const takeBackUncertain =
  (folder: string): typeof takeBack =>
  async (clickhouse, importId, websiteId) => {
    await noteTakenBack(folder, importId);
    await takeBack(clickhouse, importId, websiteId);
  };

function endFor({ state, restores }: Pick<UnfinishedImport, 'state' | 'restores'>) {
  switch (state) {
    case 'waiting':
      return [unstage, forgetImport] as const;
    case 'writing':
      return [takeBack, forgetImport] as const;
    case 'removing':
      return [complete, finishImport] as const;
    case 'deleting':
      return [completeDeletion, finishDeletion] as const;
    case 'restoring':
      return [restores === null ? complete : completeRestore(restores), finishRestore] as const;
  }
}

export type WebsiteLock = (websiteId: string, task: () => Promise<void>) => Promise<void>;

/** Finishes the imports of a process that died: committed ones are completed, others rolled back. */
export class ImportRecovery {
  #left: Awaited<ReturnType<typeof unfinishedImports>>;
  #hasStaged = true;

  private constructor(
    private readonly context: Context,
    left: Awaited<ReturnType<typeof unfinishedImports>>,
  ) {
    this.#left = left;
  }

  /** Finds the imports that an earlier process left unfinished. Call it before this process imports anything. */
  static async open(context: Context): Promise<ImportRecovery> {
    const left = await unfinishedImports(context.db, context.instance);
    // Stray notes are never read.
    await removeStrayNotes(importsFolder(context), new Set(left.map(({ id }) => id))).catch(() => undefined);
    return new ImportRecovery(context, left);
  }

  get isDone(): boolean {
    return this.#left.length === 0 && !this.#hasStaged;
  }

  /**
   * Finishes each import independently, so that a failing one delays no other. Failures are reported, and retried by the next
   * call.
   */
  async run(lock: WebsiteLock, onFailed: (error: unknown) => void): Promise<void> {
    const { clickhouse, db } = this.context;
    const folder = importsFolder(this.context);
    let takenBack: ReadonlySet<string>;
    try {
      takenBack = await findTakenBack(folder);
    } catch (error) {
      // Without its note, a rolled-back import would be completed.
      return onFailed(error);
    }
    for (const unfinished of this.#left) {
      const { id, websiteId } = unfinished;
      const [end, close] = endFor(takenBack.has(id) ? { ...unfinished, state: 'writing' } : unfinished);
      try {
        await lock(websiteId, async () => {
          await end(clickhouse, id, websiteId);
          await close(db, id);
          await removeTakenBackNote(folder, id);
        });
        this.#left = this.#left.filter((left) => left.id !== id);
      } catch (error) {
        onFailed(error);
      }
    }
    try {
      // A deleted website's imports are deleted with it, and its events are purged.
      for (const id of await withoutImport(db, await stagedImports(clickhouse))) await unstage(clickhouse, id);
      this.#hasStaged = false;
    } catch (error) {
      onFailed(error);
    }
  }
}
