import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/postgres.js';
import type { websites } from '../postgres/schema.js';

/** A website with its owner's settings. Instants have a precision of milliseconds. */
export interface Website {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Bare and lower-case: no scheme, no `www.`, international names in ASCII. */
  readonly domain: string;
  /** IANA name. */
  readonly timezone: string;
  /** Sent by the tracker; not a secret. */
  readonly trackingKey: string;
  readonly favicon: string | null;
  readonly chartTheme: string;
  /** Hosts beside `domain`; `*.example.com` is any subdomain. */
  readonly allowedDomains: readonly string[];
  /** Addresses and CIDR blocks, IPv4 and IPv6. */
  readonly excludedIps: readonly string[];
  /** `*` stands for any characters, `/` included. */
  readonly excludedPaths: readonly string[];
  readonly excludedHostnames: readonly string[];
  /** ISO 3166-1 alpha-2, upper-case. */
  readonly excludedCountries: readonly string[];
  /** Whether events from the networks of hosting providers are excluded. */
  readonly excludeHosting: boolean;
  readonly emailWeeklySummary: boolean;
  readonly emailTrafficSpike: boolean;
  /** The months for which its data is kept; null for as long as the installation keeps it. */
  readonly retentionMonths: number | null;
  /** The current count of daily visitors, and whether it includes all stored events. */
  readonly countGeneration: number;
  readonly countState: 'complete' | 'running' | 'over';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the row, which has these very fields; the return type keeps both in step. */
export const toWebsite = (row: typeof websites.$inferSelect): Website => row;

/** The dependencies of functions that change websites. */
export interface WebsiteStore {
  readonly db: Database;
  /** Refreshes this process's cache; other processes are notified by PostgreSQL. */
  readonly refresh: (id: string) => Promise<void>;
}

/** Returns `site_` and 32 hexadecimal digits, which look unlike an account's key, because this key is public. */
export const newTrackingKey = (): string => `site_${randomBytes(16).toString('hex')}`;

/** Returns the name of the lock for changing the stored events of a website. */
export const websiteLockName = (websiteId: string): string => `website ${websiteId}`;
