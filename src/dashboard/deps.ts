import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { RefusedHosts } from '../collect/steps/refused-hosts.js';
import type { VisitorIdRotation } from '../collect/visitors/rotation.js';
import type { ClientAddress } from '../http/server/client-address.js';
import type { CredentialLookups } from '../http/server/credential-lookups.js';
import type { Rate, RateLimiter } from '../http/server/rate-limiter.js';
import type { Services } from '../http/services.js';
import type { OutgoingOptions } from '../lib/outgoing-request.js';
import type { UnsubscribeLinks } from '../notifications/email-links.js';
import type { CredentialChange } from '../notifications/mail/credential-emails.js';
import type { Mailer } from '../notifications/mail/mailer.js';
import type { Database } from '../postgres/postgres.js';
import type { BiColumn } from '../sql/bi-columns.js';
import type { FirstEvents } from '../stats/reports/first-event.js';
import type { WebsiteCache } from '../websites/website-cache.js';
import type { FindIcon } from './ui/fetch-icon.js';

/** The dependencies of the dashboard's pages. */
export interface DashboardDeps {
  /** Shared with the interface, so that both give the same results. */
  readonly services: Services;
  readonly firstEvents: FirstEvents;
  readonly db: Database;
  readonly websiteCache: WebsiteCache;
  /** Of this process. */
  readonly refusedHosts: Pick<RefusedHosts, 'foreignHosts' | 'unknownKeyHosts'>;
  readonly mailer: Mailer;
  readonly findIcon: FindIcon;
  readonly links: UnsubscribeLinks;
  /** How webhooks are posted to. */
  readonly posting: OutgoingOptions;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin without a trailing slash. With `https`, cookies are sent over TLS alone. */
  readonly baseUrl: string;
  /** The installation's secret, for signatures. */
  readonly secret: string;
  /** `VISITOR_ID_ROTATION`; undefined for the owner's choice. */
  readonly visitorIdRotation: VisitorIdRotation | undefined;
  readonly installation: {
    /** Whether an account exists or ever existed. Another owner is then only created on the command line. */
    readonly hadAccounts: boolean;
    /** Records that an account exists from now on. */
    recordAccount(id: string): Promise<void>;
  };
  /** Whether anyone may create an account when one exists already. */
  readonly allowSignup: boolean;
  /** Whether links that sign in once work, as in the demo. */
  readonly signInLinks: boolean;
  readonly clientAddress: ClientAddress;
  /** Counts attempts, across all processes if they share a database. */
  readonly rateLimiter: (rate: Rate) => RateLimiter;
  /** Limits guesses of cookies and links. */
  readonly lookups: CredentialLookups;
  /** Limits guesses of passwords and codes, and emails with links. */
  readonly guesses: SignInGuesses;
  readonly sendLimits: SendLimits;
  readonly notifyOwner: NotifyOwner;
  /** Reads the columns that SQL of users sees, once. */
  readonly readColumns: () => Promise<readonly BiColumn[]>;
}

/** Counts attempts before anything is compared, so that parallel attempts cannot exceed the limit. */
export interface Attempts {
  /** Counts one attempt. Throws AppError `too_many_requests` when there were too many. */
  readonly count: (context: Context, account: string) => Promise<void>;
  /** Takes back the last attempt, because it was no guess. */
  readonly forgive: (context: Context, account: string) => Promise<void>;
  /** Clears the attempts on the account: those from all addresses, and those from this address. */
  readonly clear: (context: Context, account: string) => Promise<void>;
}

/** Attempts of people whose identity is not proven. Accounts are named by their email address in its stored spelling. */
export interface SignInGuesses {
  readonly passwords: Attempts;
  readonly codes: Attempts;
  readonly linkEmails: Attempts;
  /** By link. */
  readonly resets: Attempts;
  readonly signups: Attempts;
}

/** Invitations and tests go out at once: an account must not flood anyone. */
export interface SendLimits {
  readonly byAccount: RateLimiter;
  readonly toAddress: RateLimiter;
}

/**
 * Emails the owner that a credential was changed in the browser of this request: to the account's address after the
 * change, and to the former one when it differs. Runs in the background, and never fails a request.
 */
export type NotifyOwner = (context: Context, change: CredentialChange, email: string, formerEmail?: string) => void;
