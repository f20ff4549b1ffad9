import type { Account } from '../../accounts/account.js';
import type { Plan } from '../../accounts/plan.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { ImportRequest } from '../../imports/import-history.js';
import type { ImportResult } from '../../imports/registry.js';
import type { Built } from '../../stats/question.js';
import type { WebsiteReader } from '../../websites/reader.js';
import type { WebsiteStore } from '../../websites/store.js';
import type { Website } from '../../websites/website.js';
import { routeFor } from '../route.js';

/** What the specified interface answers from. */
export interface Services {
  readonly clickhouse: ClickHouse;
  readonly websites: WebsiteStore;
  readonly reader: WebsiteReader;
  /** Asks a question by how far a website's rollups reach and are right. It may be asked twice, and the second answer counts. */
  readonly withBuilt: <Answer>(
    website: Pick<Website, 'id' | 'timezone'>,
    ask: (built: Built | undefined) => Promise<Answer>,
  ) => Promise<Answer>;
  readonly plan: Plan;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origins without a trailing slash. */
  readonly baseUrl: string;
  readonly scriptUrl: string;
  readonly importHistory: (request: ImportRequest) => Promise<ImportResult>;
  /** Deletes a website for good, its events included. */
  readonly deleteWebsite: (website: Website) => Promise<void>;
}

/** Makes the routes of the specified interface. */
export const route = routeFor<Account, Website>();
