import type { Database } from '../postgres/postgres.js';

/** What verbs that change websites work with. */
export interface WebsiteStore {
  readonly db: Database;
  /** Brings this process's live table up to date; other processes are told by PostgreSQL. */
  readonly refresh: (id: string) => Promise<void>;
}
