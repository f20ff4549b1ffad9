import { ATTEMPT_LIMITS } from '../attempt-limits.js';
import { type Attempts, attempts } from '../attempts.js';
import type { DashboardDeps } from '../deps.js';

/** What is asked of people who might not be who they say. Accounts are named by their email address, as it is stored. */
export interface LoginGuesses {
  readonly passwords: Attempts;
  readonly codes: Attempts;
  readonly linkEmails: Attempts;
  /** By link. */
  readonly resets: Attempts;
  readonly signups: Attempts;
}

export const loginGuesses = (parts: DashboardDeps): LoginGuesses => ({
  passwords: attempts(parts, ATTEMPT_LIMITS.passwords),
  codes: attempts(parts, ATTEMPT_LIMITS.codes),
  linkEmails: attempts(parts, ATTEMPT_LIMITS.linkEmails),
  resets: attempts(parts, ATTEMPT_LIMITS.resets),
  signups: attempts(parts, ATTEMPT_LIMITS.signups),
});
