import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/postgres.js';
import type { websites } from '../postgres/schema.js';

/** Instants have a precision of milliseconds. */
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
  /** Besides `domain`; `*.example.com` stands for any subdomain. */
  readonly allowedDomains: readonly string[];
  /** Addresses and CIDR blocks, IPv4 and IPv6. */
  readonly excludedIps: readonly string[];
  /** `*` stands for any characters, `/` included. */
  readonly excludedPaths: readonly string[];
  readonly excludedHostnames: readonly string[];
  /** ISO 3166-1 alpha-2, upper-case. */
  readonly excludedCountries: readonly string[];
  readonly excludeHosting: boolean;
  readonly emailWeeklySummary: boolean;
  readonly emailTrafficSpike: boolean;
  /** Null for the installation's retention. */
  readonly retentionMonths: number | null;
  /** Generation of the current daily visitor counts, and whether they include all stored events. */
  readonly countGeneration: number;
  readonly countState: 'complete' | 'running' | 'over';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The row has the same fields; the return type keeps both in sync. */
export const toWebsite = (row: typeof websites.$inferSelect): Website => row;

export interface WebsiteStore {
  readonly db: Database;
  /** Refreshes this process's cache; other processes are notified by PostgreSQL. */
  readonly refresh: (id: string) => Promise<void>;
}

/** `site_` and 32 hexadecimal digits: unlike an account's API key, because this key is public. */
export const newTrackingKey = (): string => `site_${randomBytes(16).toString('hex')}`;

/** Held while the website's stored events change. */
export const websiteLockName = (websiteId: string): string => `website ${websiteId}`;
