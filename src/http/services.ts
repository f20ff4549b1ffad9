import type { Context } from 'hono';
import type { Account } from '../accounts/accounts.js';
import type { Plan } from '../accounts/plan.js';
import { type ClickHouse, withSignal } from '../clickhouse/clickhouse.js';
import type { EventResult } from '../collect/batches/batch-repository.js';
import type { EventBatch } from '../collect/batches/event-batches.js';
import type { VisitorIdRotation } from '../collect/visitors/rotation.js';
import type { DeletedEvents, DeletionRequest } from '../history/delete/delete-events.js';
import type { ChosenVisitor } from '../history/delete/delete-visitor.js';
import type { KeptDeletion } from '../history/deletion-repository.js';
import type { ScheduledExports } from '../history/export/scheduled-exports.js';
import type { ImportRequest } from '../history/import/import-history.js';
import type { ImportResult } from '../history/import-repository.js';
import type { BiClient } from '../sql/bi-client.js';
import type { SavedQueries } from '../sql/saved-queries.js';
import type { Website, WebsiteStore } from '../websites/website.js';
import type { WebsiteReader } from '../websites/website-lookup.js';
import { routeFor } from './api/route.js';

/** Shared by the API and the dashboard. */
export interface Services {
  readonly clickhouse: ClickHouse;
  readonly bi: BiClient;
  readonly savedQueries: SavedQueries;
  readonly websites: WebsiteStore;
  readonly reader: WebsiteReader;
  readonly plan: Plan;
  readonly retentionMonths: number | undefined;
  readonly findVisitorIdRotation: () => Promise<VisitorIdRotation>;
  readonly now: () => number;
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  readonly scriptUrl: string;
  readonly scheduledExports: ScheduledExports;
  /** Resolves when all accepted events are on disk, with the result of each. */
  readonly acceptEvents: (batch: EventBatch) => Promise<readonly EventResult[]>;
  readonly importHistory: (request: ImportRequest) => Promise<ImportResult>;
  /** Throws `conflict` while another deletion or restore is running. */
  readonly deleteEvents: (request: DeletionRequest) => Promise<DeletedEvents>;
  /** Latest first; only those that can be undone. */
  readonly keptDeletions: (website: Website) => Promise<readonly KeptDeletion[]>;
  /**
   * Undoes a deletion and returns the number of restored events. Throws `not_found` when it cannot be undone, and
   * `conflict` like `deleteEvents`.
   */
  readonly restoreEvents: (website: Website, deletionId: string) => Promise<number>;
  /** Removes the copy that undoing a deletion needs. Throws `not_found` when it cannot be undone. */
  readonly makeDeletionFinal: (website: Website, deletionId: string) => Promise<void>;
  /**
   * Deletes permanently, or only counts with `dryRun`. Returns the number of events. Throws `conflict` like
   * `deleteEvents`.
   */
  readonly deleteVisitor: (website: Website, visitor: ChosenVisitor, dryRun: boolean) => Promise<number>;
  /** Permanent, and includes its events. */
  readonly deleteWebsite: (website: Website) => Promise<void>;
}

/** What answers queries, funnels, journeys, retention and changes. */
export type StatsServices = Pick<Services, 'clickhouse' | 'now' | 'findVisitorIdRotation'> & {
  readonly websites: Pick<WebsiteStore, 'db'>;
};

export const route = routeFor<Account, Website>();

/** ClickHouse for one request: its waiting queries are dropped when the client has disconnected. */
export const requestClient = ({ clickhouse }: Pick<Services, 'clickhouse'>, context: Context): ClickHouse =>
  withSignal(clickhouse, context.req.raw.signal);
