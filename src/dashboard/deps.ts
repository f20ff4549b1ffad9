import type { Logger } from 'pino';
import type { ClientAddress } from '../http/client-address.js';
import type { CredentialLookups } from '../http/credential-lookups.js';
import type { Rate, RateLimiter } from '../http/rate-limiter.js';
import type { Services } from '../http/v1/services.js';
import type { Mailer } from '../mail/mailer.js';
import type { Database } from '../postgres/postgres.js';
import type { WebsiteCache } from '../websites/website-cache.js';

/** What the dashboard's pages work with. */
export interface DashboardDeps {
  /** What the interface answers from, so that both say the same. */
  readonly services: Services;
  readonly db: Database;
  readonly live: WebsiteCache;
  readonly mailer: Mailer;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin without a trailing slash. With `https`, cookies are sent over TLS alone. */
  readonly baseUrl: string;
  /** The installation's secret: keys what is signed. */
  readonly secret: string;
  readonly installation: {
    /** Whether there is, or ever was, an account. Then the owner's account is made on the command line only. */
    readonly hadAccounts: boolean;
    /** Remembers that there is an account from now on. */
    recordAccount(id: string): Promise<void>;
  };
  /** Whether anyone may make an account when there is one already. */
  readonly allowSignup: boolean;
  readonly clientAddress: ClientAddress;
  /** Counts attempts where all processes count together. */
  readonly rateLimiter: (rate: Rate) => RateLimiter;
  /** Bounds how often cookies and links are guessed. */
  readonly lookups: CredentialLookups;
}
