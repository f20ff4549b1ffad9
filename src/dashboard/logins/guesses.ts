import { type Attempts, attempts } from '../attempts.js';
import type { DashboardParts } from '../parts.js';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** What is asked of people who might not be who they say. */
export interface LoginGuesses {
  /** Passwords, by e-mail address. */
  readonly passwords: Attempts;
  /** Codes of authenticators, by account: with five a quarter of an hour, guessing one takes a lifetime. */
  readonly codes: Attempts;
  /** Letters that are asked for, by e-mail address. */
  readonly letters: Attempts;
  /** Mailed links that are to change a password, by link. */
  readonly resets: Attempts;
  /** Accounts that are made, by e-mail address. */
  readonly accounts: Attempts;
}

export const loginGuesses = (parts: DashboardParts): LoginGuesses => ({
  passwords: attempts(parts, { name: 'password', perSubject: 10, perAddress: 50, seconds: QUARTER_HOUR }),
  codes: attempts(parts, { name: 'code', perSubject: 5, perAddress: 50, seconds: QUARTER_HOUR }),
  letters: attempts(parts, { name: 'letter', perSubject: 5, perAddress: 20, seconds: HOUR }),
  resets: attempts(parts, { name: 'reset', perSubject: 10, perAddress: 50, seconds: QUARTER_HOUR }),
  accounts: attempts(parts, { name: 'signup', perSubject: 10, perAddress: 20, seconds: HOUR }),
});
