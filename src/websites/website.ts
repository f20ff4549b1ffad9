import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/postgres.js';
import type { websites } from '../postgres/schema.js';

/** A website as its owner set it up. Instants have a precision of milliseconds. */
export interface Website {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Bare and lower-case: no scheme, no `www.`, international names in ASCII. */
  readonly domain: string;
  /** IANA name. */
  readonly timezone: string;
  /** What the tracker sends; no secret. */
  readonly trackingKey: string;
  readonly favicon: string | null;
  readonly chartTheme: string;
  /** Hosts beside `domain`; `*.example.com` is any sub-domain. */
  readonly allowedDomains: readonly string[];
  /** Addresses and CIDR blocks, IPv4 and IPv6. */
  readonly excludedIps: readonly string[];
  /** `*` stands for any characters, `/` included. */
  readonly excludedPaths: readonly string[];
  readonly excludedHostnames: readonly string[];
  /** ISO 3166-1 alpha-2, upper-case. */
  readonly excludedCountries: readonly string[];
  /** Whether what comes from the networks of hosting providers is not counted. */
  readonly excludeHosting: boolean;
  readonly emailWeeklySummary: boolean;
  readonly emailTrafficSpike: boolean;
  /** The count of its visitors by the day, and whether it has all stored events. */
  readonly countGeneration: number;
  readonly countState: 'complete' | 'running' | 'over';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The table has these very fields; the return type holds the two together. */
export const toWebsite = (row: typeof websites.$inferSelect): Website => row;

/** What verbs that change websites work with. */
export interface WebsiteStore {
  readonly db: Database;
  /** Brings this process's live table up to date; other processes are told by PostgreSQL. */
  readonly refresh: (id: string) => Promise<void>;
}

/** `site_` and 32 hexadecimal digits: unlike an account's key at first sight, for this one is public. */
export const newTrackingKey = (): string => `site_${randomBytes(16).toString('hex')}`;

/** The name under which processes take turns at what changes the stored events of a website. */
export const websiteLockName = (websiteId: string): string => `website ${websiteId}`;
