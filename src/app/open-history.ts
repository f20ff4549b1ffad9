import { countBefore, deleteBefore } from '../history/delete/delete-before.js';
import { deleteEvents } from '../history/delete/delete-events.js';
import { deleteVisitor } from '../history/delete/delete-visitor.js';
import { makeDeletionFinal, restoreEvents } from '../history/delete/restore-events.js';
import { listKeptDeletions } from '../history/deletion-repository.js';
import { importHistory } from '../history/import/import-history.js';
import { type ImportLimits, importLimits } from '../history/import/limits.js';
import { ImportQueue } from '../history/import/queue.js';
import { placeLateEvents } from '../history/place-late-events.js';
import type { OldEvents } from '../history/retention.js';
import type { RewriteContext } from '../history/rewrite.js';
import type { Services } from '../http/services.js';
import { deleteWebsite, deleteWebsiteRows } from '../websites/delete-website.js';
import type { ServiceContext } from './service-context.js';

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

/** What jobs do to stored events. */
export interface HistoryTasks {
  readonly oldEvents: OldEvents;
  readonly placeLateEvents: (report: (error: unknown) => void, heldUp: (ms: number) => void) => Promise<void>;
}

/** When the service stops, waiting and running imports are ended. */
export function openHistory(
  context: ServiceContext,
  ownLimits: Partial<ImportLimits> | undefined,
): { readonly services: HistoryServices; readonly tasks: HistoryTasks } {
  const { clickhouse, db, resources, now, warn, websites, path, changes, tools } = context;
  const limits = { ...importLimits, ...ownLimits };
  const queue = new ImportQueue(limits);
  const stopping = new AbortController();
  resources.add('imports', async () => {
    queue.close();
    stopping.abort();
  });
  const rewriting: RewriteContext = {
    ...context,
    exists: (id) => websites.cache.byId(id) !== undefined,
    stopping: stopping.signal,
    maxRemovalMs: limits.maxRemovalMs,
  };
  const services: HistoryServices = {
    importHistory: (request) => importHistory(rewriting, { ...tools, queue, limits, drops: path.drops }, request),
    deleteEvents: (request) => deleteEvents(rewriting, request),
    keptDeletions: (website) => listKeptDeletions(db, website.id, now()),
    restoreEvents: (website, deletionId) => restoreEvents(rewriting, website, deletionId),
    makeDeletionFinal: (website, deletionId) => makeDeletionFinal(rewriting, website, deletionId),
    deleteVisitor: (website, visitor, dryRun) => deleteVisitor(rewriting, tools.keysAt, website, visitor, dryRun),
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
  const oldEvents: OldEvents = {
    count: (website, before) => countBefore(clickhouse, website.id, before),
    delete: (website, before, isNeeded) => deleteBefore(rewriting, website, before, isNeeded),
  };
  return {
    services,
    tasks: {
      oldEvents,
      placeLateEvents: (report, heldUp) => placeLateEvents(rewriting, (id) => websites.cache.byId(id), report, heldUp),
    },
  };
}
