import { ATTEMPT_LIMITS } from '../../access/attempt-limits.js';
import { type Attempts, attempts } from '../../access/attempts.js';
import type { DashboardDeps } from '../../deps.js';

/** Attempts of people whose identity is not proven. Accounts are named by their email address in its stored spelling. */
export interface SignInGuesses {
  readonly passwords: Attempts;
  readonly codes: Attempts;
  readonly linkEmails: Attempts;
  /** By link. */
  readonly resets: Attempts;
  readonly signups: Attempts;
}

export const signInGuesses = (
  deps: Pick<DashboardDeps, 'rateLimiter' | 'clientAddress' | 'secret' | 'baseUrl'>,
): SignInGuesses => ({
  passwords: attempts(deps, ATTEMPT_LIMITS.passwords),
  codes: attempts(deps, ATTEMPT_LIMITS.codes),
  linkEmails: attempts(deps, ATTEMPT_LIMITS.linkEmails),
  resets: attempts(deps, ATTEMPT_LIMITS.resets),
  signups: attempts(deps, ATTEMPT_LIMITS.signups),
});
