import type { AttemptLimits } from './attempts.js';

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** docs/dashboard.md has the same table, with its consequences. */
export const ATTEMPT_LIMITS = {
  /** At sign-in, and when a setting requires the password again. */
  passwords: {
    name: 'password',
    accountAndAddress: { limit: 10, seconds: QUARTER_HOUR },
    address: { limit: 50, seconds: QUARTER_HOUR },
    account: { limit: 100, seconds: HOUR },
    knownBrowser: { limit: 10, seconds: QUARTER_HOUR },
  },
  /**
   * Codes of the second factor. A guess succeeds with a probability of 3 in a million (the codes of three half minutes
   * are valid). An attacker who knows the password and guesses all year gets in with a probability of 3 %.
   */
  codes: {
    name: 'code',
    accountAndAddress: { limit: 5, seconds: QUARTER_HOUR },
    address: { limit: 50, seconds: QUARTER_HOUR },
    account: { limit: 30, seconds: DAY },
    knownBrowser: { limit: 20, seconds: DAY },
  },
  /** Emails with a link, by recipient. */
  linkEmails: {
    name: 'link-email',
    accountAndAddress: { limit: 3, seconds: HOUR },
    address: { limit: 20, seconds: HOUR },
    account: { limit: 5, seconds: HOUR },
  },
  /** New passwords under a mailed link, by link. */
  resets: {
    name: 'reset',
    accountAndAddress: { limit: 10, seconds: QUARTER_HOUR },
    address: { limit: 50, seconds: QUARTER_HOUR },
    account: { limit: 50, seconds: QUARTER_HOUR },
  },
  /** New accounts, by email address. */
  signups: {
    name: 'signup',
    accountAndAddress: { limit: 10, seconds: HOUR },
    address: { limit: 20, seconds: HOUR },
    account: { limit: 20, seconds: HOUR },
  },
  /** By link. A browser that has given the password is not asked again for 30 days. */
  sharedLinkPasswords: {
    name: 'shared-link',
    accountAndAddress: { limit: 10, seconds: QUARTER_HOUR },
    address: { limit: 50, seconds: QUARTER_HOUR },
    account: { limit: 200, seconds: HOUR },
  },
} as const satisfies Readonly<Record<string, AttemptLimits>>;

/** An office behind one address may have a hundred dashboards that refresh twice a minute: the figures, then the visitors now. */
export const SHARED_PAGES_RATE = { name: 'shared-pages', limit: 480, seconds: MINUTE };
