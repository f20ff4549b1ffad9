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
import type { Warn } from '../lib/log.js';
import type { WebsiteCache } from '../websites/website-cache.js';
import type { DataFolder } from './data-folder.js';
import type { Engines } from './engines.js';
import type { Resources } from './resources.js';
import type { WebsiteChanges } from './website-changes.js';

export interface ImportsOptions {
  readonly engines: Engines;
  readonly folder: DataFolder;
  readonly tools: Tools;
  readonly changes: WebsiteChanges;
  readonly websiteCache: WebsiteCache;
  readonly limits: Partial<ImportLimits> | undefined;
  /** `RETENTION_MONTHS`; undefined for none. */
  readonly retentionMonths: number | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly warn: Warn;
}

/** The folder of running imports. */
export const importsFolder = ({ path }: Pick<DataFolder, 'path'>): string => join(path, 'imports');

/** Returns the functions that import and delete events. When the service stops, imports that wait or run are ended. */
export function openImports(
  options: ImportsOptions,
  resources: Resources,
): Pick<
  Services,
  'importHistory' | 'deleteEvents' | 'keptDeletions' | 'restoreEvents' | 'makeDeletionFinal' | 'deleteVisitor'
> & {
  readonly oldEvents: OldEvents;
} {
  const { engines, folder, tools, changes, websiteCache, retentionMonths, now, warn } = options;
  const limits = { ...importLimits, ...options.limits };
  const queue = new ImportQueue(limits);
  const stopping = new AbortController();
  resources.add('imports', async () => {
    queue.close();
    stopping.abort();
  });
  const deps: ImportDeps = {
    ...tools,
    clickhouse: engines.clickhouse,
    db: engines.postgres.db,
    instance: folder.instance,
    folder: importsFolder(folder),
    secret: folder.secret,
    queue,
    limits,
    now,
    retentionMonths,
    exists: (id) => websiteCache.byId(id) !== undefined,
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
    keptDeletions: (website) => listKeptDeletions(engines.postgres.db, website.id, now()),
    restoreEvents: (website, deletionId) => restoreEvents(website, deletionId, ofDeletions),
    makeDeletionFinal: (website, deletionId) => makeDeletionFinal(website, deletionId, ofDeletions),
    oldEvents: {
      count: (website, before) => countBefore(engines.clickhouse, website.id, before),
      delete: (website, before, isNeeded) => deleteBefore(website, before, { ...ofDeletions, isNeeded }),
    },
    deleteVisitor: (website, visitor, dryRun) => deleteVisitor(website, visitor, dryRun, ofDeletions),
  };
}
