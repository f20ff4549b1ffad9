import { ATTEMPT_LIMITS } from '../../access/attempt-limits.js';
import { attempts } from '../../access/attempts.js';
import type { DashboardDeps, SignInGuesses } from '../../deps.js';

export const signInGuesses = (
  deps: Pick<DashboardDeps, 'rateLimiter' | 'clientAddress' | 'secret' | 'baseUrl'>,
): SignInGuesses => ({
  passwords: attempts(deps, ATTEMPT_LIMITS.passwords),
  codes: attempts(deps, ATTEMPT_LIMITS.codes),
  linkEmails: attempts(deps, ATTEMPT_LIMITS.linkEmails),
  resets: attempts(deps, ATTEMPT_LIMITS.resets),
  signups: attempts(deps, ATTEMPT_LIMITS.signups),
});
