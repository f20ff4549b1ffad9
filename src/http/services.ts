import type { Account } from '../accounts/accounts.js';
import type { Plan } from '../accounts/plan.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { DeletedEvents, DeletionRequest } from '../history/delete/delete-events.js';
import type { ChosenVisitor } from '../history/delete/delete-visitor.js';
import type { KeptDeletion } from '../history/delete/deletion-repository.js';
import type { ScheduledExports } from '../history/export/scheduled-exports.js';
import type { ImportRequest } from '../history/import/import-history.js';
import type { ImportResult } from '../history/import/import-repository.js';
import type { BiClient } from '../sql/bi-client.js';
import type { SavedQueries } from '../sql/saved-queries.js';
import type { Website, WebsiteStore } from '../websites/website.js';
import type { WebsiteReader } from '../websites/website-lookup.js';
import { routeFor } from './api/route.js';

/** The dependencies of the specified interface. */
export interface Services {
  readonly clickhouse: ClickHouse;
  readonly bi: BiClient;
  readonly savedQueries: SavedQueries;
  readonly websites: WebsiteStore;
  readonly reader: WebsiteReader;
  readonly plan: Plan;
  /** `RETENTION_MONTHS`; undefined for none. */
  readonly retentionMonths: number | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origins without a trailing slash. */
  readonly baseUrl: string;
  readonly scriptUrl: string;
  readonly scheduledExports: ScheduledExports;
  readonly importHistory: (request: ImportRequest) => Promise<ImportResult>;
  /** Deletes the chosen events of a website. Throws `conflict` while others are deleted or restored. */
  readonly deleteEvents: (request: DeletionRequest) => Promise<DeletedEvents>;
  /** Lists the deletions that can be undone, the latest first. */
  readonly keptDeletions: (website: Website) => Promise<readonly KeptDeletion[]>;
  /** Undoes a deletion. Returns how many events are back. Throws `not_found` when it cannot be undone, `conflict` likewise. */
  readonly restoreEvents: (website: Website, deletionId: string) => Promise<number>;
  /** Removes the copy with which a deletion can be undone. Throws `not_found` when it cannot be undone. */
  readonly makeDeletionFinal: (website: Website, deletionId: string) => Promise<void>;
  /** Permanently deletes all events of a visitor, or only counts them. Returns how many there were. Throws `conflict` likewise. */
  readonly deleteVisitor: (website: Website, visitor: ChosenVisitor, dryRun: boolean) => Promise<number>;
  /** Deletes a website for good, its events included. */
  readonly deleteWebsite: (website: Website) => Promise<void>;
}

/** Creates a route of the specified interface. */
export const route = routeFor<Account, Website>();
