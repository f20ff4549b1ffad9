import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/postgres.js';
import type { websites } from '../postgres/schema.js';

/** As it is stored. Instants have a precision of milliseconds. */
export type Website = Readonly<typeof websites.$inferSelect>;

export interface WebsiteStore {
  readonly db: Database;
  /** Refreshes this process's cache; other processes are notified by PostgreSQL. */
  readonly refresh: (id: string) => Promise<void>;
}

/** `site_` and 32 hexadecimal digits: unlike an account's API key, because this key is public. */
export const newTrackingKey = (): string => `site_${randomBytes(16).toString('hex')}`;

/** Held while the website's stored events change. */
export const websiteLockName = (websiteId: string): string => `website ${websiteId}`;
