import { renderEmail, type Wording } from './emails.js';
import type { Email } from './mailer.js';

/** A change of an account's credentials that its owner is notified of. */
export type CredentialChange =
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'api-key-generated'
  | 'api-key-replaced'
  | 'api-key-revoked';

interface Occasion {
  readonly to: string;
  readonly change: CredentialChange;
  /** After the change. */
  readonly account: string;
  readonly at: Date;
  /** For example `Firefox on Windows`. */
  readonly browser: string;
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
}

interface ChangeWording extends Pick<Wording, 'subject' | 'action'> {
  readonly event: (account: string) => string;
  readonly path: string;
}

const RESET = { action: 'Reset your password', path: '/forgot-password' };
const SECURITY = { action: 'Review your security settings', path: '/settings/security' };
const API_KEY = { action: 'Review your API key', path: '/settings/api-key' };

const WORDINGS: Readonly<Record<CredentialChange, ChangeWording>> = {
  'password-changed': {
    ...RESET,
    subject: 'Your Footfall password was changed',
    event: (account) => `The password of your Footfall account ${account} was changed`,
  },
  'password-reset': {
    ...RESET,
    subject: 'Your Footfall password was reset',
    event: (account) => `The password of your Footfall account ${account} was reset using an emailed link`,
  },
  'email-changed': {
    ...SECURITY,
    subject: 'The email address of your Footfall account was changed',
    event: (account) => `The email address of your Footfall account was changed to ${account}`,
  },
  'second-factor-on': {
    ...SECURITY,
    subject: 'Two-factor authentication was enabled for your Footfall account',
    event: (account) => `Two-factor authentication was enabled for ${account}, with new recovery codes,`,
  },
  'second-factor-off': {
    ...SECURITY,
    subject: 'Two-factor authentication was disabled for your Footfall account',
    event: (account) => `Two-factor authentication was disabled for ${account}`,
  },
  'api-key-generated': {
    ...API_KEY,
    subject: 'A new API key was created for your Footfall account',
    event: (account) => `An API key was created for ${account}`,
  },
  'api-key-replaced': {
    ...API_KEY,
    subject: 'The API key of your Footfall account was replaced',
    event: (account) => `The API key of ${account} was replaced`,
  },
  'api-key-revoked': {
    ...API_KEY,
    subject: 'The API key of your Footfall account was revoked',
    event: (account) => `The API key of ${account} was revoked`,
  },
};

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Says what was changed, when, in which browser, and what to do if it was someone else. Contains no secret. */
export function credentialEmail({ to, change, account, at, browser, baseUrl }: Occasion): Email {
  const { subject, event, action, path } = WORDINGS[change];
  return renderEmail(to, `${baseUrl}${path}`, {
    subject,
    greeting: `${event(account)} on ${MOMENT.format(at)} UTC from ${browser}.`,
    action,
    ending:
      change === 'email-changed'
        ? "If this was you, you don't need to do anything. If it wasn't, contact the administrator of this Footfall installation: emailed links no longer go to the old address."
        : "If this was you, you don't need to do anything. If it wasn't, reset your password, and sign out everywhere in your security settings.",
  });
}
