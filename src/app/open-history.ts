import { join } from 'node:path';
import type { Tools } from '../collect/pipeline.js';
import { countBefore, deleteBefore } from '../history/delete/delete-before.js';
import { deleteEvents } from '../history/delete/delete-events.js';
import { deleteVisitor } from '../history/delete/delete-visitor.js';
import { listKeptDeletions } from '../history/delete/deletion-repository.js';
import { makeDeletionFinal, restoreEvents } from '../history/delete/restore-events.js';
import { type ImportDeps, importHistory } from '../history/import/import-history.js';
import { type ImportLimits, importLimits } from '../history/import/limits.js';
import { ImportQueue } from '../history/import/queue.js';
import type { OldEvents } from '../history/retention.js';
import type { Services } from '../http/services.js';
import { deleteWebsite, deleteWebsiteRows } from '../websites/delete-website.js';
import type { Context } from './context.js';
import type { DataFolder } from './data-folder.js';
import type { EventPath } from './event-path.js';
import type { OpenWebsites } from './open-websites.js';
import type { WebsiteChanges } from './website-changes.js';

export interface HistoryOptions {
  readonly tools: Tools;
  readonly path: EventPath;
  readonly changes: WebsiteChanges;
  readonly websites: OpenWebsites;
  readonly limits: Partial<ImportLimits> | undefined;
}

export const importsFolder = ({ path }: Pick<DataFolder, 'path'>): string => join(path, 'imports');

type HistoryServices = Pick<
  Services,
  | 'importHistory'
  | 'deleteEvents'
  | 'keptDeletions'
  | 'restoreEvents'
  | 'makeDeletionFinal'
  | 'deleteVisitor'
  | 'deleteWebsite'
>;

/** When the service stops, waiting and running imports are ended. */
export function openHistory(
  context: Context,
  { tools, path, changes, websites, ...options }: HistoryOptions,
): HistoryServices & { readonly oldEvents: OldEvents } {
  const { config, folder, clickhouse, db, resources, now, warn } = context;
  const limits = { ...importLimits, ...options.limits };
  const queue = new ImportQueue(limits);
  const stopping = new AbortController();
  resources.add('imports', async () => {
    queue.close();
    stopping.abort();
  });
  const deps: ImportDeps = {
    ...tools,
    clickhouse,
    db,
    instance: folder.instance,
    folder: importsFolder(folder),
    secret: folder.secret,
    queue,
    limits,
    now,
    retentionMonths: config.retentionMonths,
    exists: (id) => websites.cache.byId(id) !== undefined,
    alone: changes.alone,
    exclusive: changes.exclusive,
    stopping: stopping.signal,
    log: warn('an import could not be completed yet: retrying'),
    onUnavailable: warn('an import failed: the disk is full or a database is unavailable'),
  };
  const ofDeletions = { ...deps, log: warn('an event deletion could not be completed yet: retrying') };
  return {
    importHistory: (request) => importHistory(request, deps),
    deleteEvents: (request) => deleteEvents(request, ofDeletions),
    keptDeletions: (website) => listKeptDeletions(db, website.id, now()),
    restoreEvents: (website, deletionId) => restoreEvents(website, deletionId, ofDeletions),
    makeDeletionFinal: (website, deletionId) => makeDeletionFinal(website, deletionId, ofDeletions),
    oldEvents: {
      count: (website, before) => countBefore(clickhouse, website.id, before),
      delete: (website, before, isNeeded) => deleteBefore(website, before, { ...ofDeletions, isNeeded }),
    },
    deleteVisitor: (website, visitor, dryRun) => deleteVisitor(website, visitor, dryRun, ofDeletions),
    deleteWebsite: async (website) => {
      // Usage outlives a website: pageviews collected until now still count.
      await path.drain().catch(warn('pending events of a deleted website could not be inserted'));
      await deleteWebsite(websites.store, website, now());
      // The website is gone either way: its tombstone cleans up after an outage of ClickHouse.
      await changes
        .exclusive(website.id, () => deleteWebsiteRows(clickhouse, [website.id]))
        .catch(warn('the events of a deleted website could not be removed yet: retrying'));
    },
  };
}
