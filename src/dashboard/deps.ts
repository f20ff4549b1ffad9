import type { Context as RequestContext } from 'hono';
import type { RefusedHosts } from '../collect/steps/refused-hosts.js';
import type { VisitorIdRotation } from '../collect/visitors/rotation.js';
import type { Context } from '../context/context.js';
import type { ClientAddress } from '../http/server/client-address.js';
import type { CredentialLookups } from '../http/server/credential-lookups.js';
import type { Rate, RateLimiter } from '../http/server/rate-limiter.js';
import type { Services } from '../http/services.js';
import type { Sending } from '../notifications/context.js';
import type { CredentialChange } from '../notifications/mail/credential-emails.js';
import type { BiColumn } from '../sql/bi-columns.js';
import type { FirstEvents } from '../stats/reports/first-event.js';
import type { WebsiteCache } from '../websites/website-cache.js';
import type { RealtimeReadings } from './pages/realtime/realtime-readings.js';
import type { StreamSlots } from './pages/realtime/stream-slots.js';
import type { FindIcon } from './ui/fetch-icon.js';

export interface DashboardDeps extends Pick<Context, 'db' | 'now' | 'log' | 'secret'>, Sending {
  /** Shared with the API, so that both give the same results. */
  readonly services: Services;
  readonly firstEvents: FirstEvents;
  readonly websiteCache: WebsiteCache;
  /** Of this process only. */
  readonly refusedHosts: Pick<RefusedHosts, 'foreignHosts' | 'unknownKeyHosts'>;
  readonly findIcon: FindIcon;
  /** Without a trailing slash. With `https`, cookies are sent over TLS only. */
  readonly baseUrl: string;
  /** `VISITOR_ID_ROTATION`; undefined for the owner's choice. */
  readonly visitorIdRotation: VisitorIdRotation | undefined;
  readonly installation: {
    /** If an account ever existed, another owner can only be created on the command line. */
    readonly hadAccounts: boolean;
    recordAccount(id: string): Promise<void>;
  };
  /** Whether anyone may create an account once one exists. */
  readonly allowSignup: boolean;
  /** Only in the demo. */
  readonly signInLinks: boolean;
  readonly clientAddress: ClientAddress;
  /** Counts across all processes that share a database. */
  readonly rateLimiter: (rate: Rate) => RateLimiter;
  readonly lookups: CredentialLookups;
  /** Also limits emails with links. */
  readonly guesses: SignInGuesses;
  readonly sendLimits: SendLimits;
  readonly notifyOwner: NotifyOwner;
  /** Columns of the views for user SQL. Read once. */
  readonly readColumns: () => Promise<readonly BiColumn[]>;
  readonly realtimeReadings: RealtimeReadings;
  readonly streamSlots: StreamSlots;
  /** Aborted when the service stops: open streams end. */
  readonly stopping: AbortSignal;
}

/** Attempts are counted before anything is compared, so that parallel attempts cannot exceed the limit. */
export interface Attempts {
  /** Throws AppError `too_many_requests` when there were too many. */
  readonly count: (context: RequestContext, account: string) => Promise<void>;
  /** Undoes the last `count`, because it was no guess. */
  readonly forgive: (context: RequestContext, account: string) => Promise<void>;
  /** Resets the account's attempts from all addresses, and those from this address. */
  readonly clear: (context: RequestContext, account: string) => Promise<void>;
}

/** Attempts without a proven identity. Accounts are named by their email address in its stored spelling. */
export interface SignInGuesses {
  readonly passwords: Attempts;
  readonly codes: Attempts;
  readonly linkEmails: Attempts;
  /** By link. */
  readonly resets: Attempts;
  readonly signups: Attempts;
}

/** Invitations and tests are sent at once, so an account must not flood anyone. */
export interface SendLimits {
  readonly byAccount: RateLimiter;
  readonly toAddress: RateLimiter;
}

/**
 * Emails the owner that a credential was changed in the browser of this request: to the account's new address, and to
 * the former one if it differs. Runs in the background, and never fails a request.
 */
export type NotifyOwner = (
  context: RequestContext,
  change: CredentialChange,
  email: string,
  formerEmail?: string,
) => void;
