import { utcMoment } from '../../lib/language/formats.js';
import { type Text, t } from '../../lib/language/translate.js';
import { renderEmail } from './emails.js';
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

interface ChangeWording {
  readonly subject: Text;
  /** `{account}` is its address. */
  readonly greeting: Text;
  readonly action: Text;
  readonly path: string;
}

const RESET = { action: 'Reset your password', path: '/forgot-password' } as const;
const SECURITY = { action: 'Review your security settings', path: '/settings/security' } as const;
const API_KEY = { action: 'Review your API key', path: '/settings/api-key' } as const;

const WORDINGS: Readonly<Record<CredentialChange, ChangeWording>> = {
  'password-changed': {
    ...RESET,
    subject: 'Your Footfall password was changed',
    greeting: 'The password of your Footfall account {account} was changed on {time} UTC from {browser}.',
  },
  'password-reset': {
    ...RESET,
    subject: 'Your Footfall password was reset',
    greeting:
      'The password of your Footfall account {account} was reset using an emailed link on {time} UTC from {browser}.',
  },
  'email-changed': {
    ...SECURITY,
    subject: 'The email address of your Footfall account was changed',
    greeting: 'The email address of your Footfall account was changed to {account} on {time} UTC from {browser}.',
  },
  'second-factor-on': {
    ...SECURITY,
    subject: 'Two-factor authentication was enabled for your Footfall account',
    greeting:
      'Two-factor authentication was enabled for {account}, with new recovery codes, on {time} UTC from {browser}.',
  },
  'second-factor-off': {
    ...SECURITY,
    subject: 'Two-factor authentication was disabled for your Footfall account',
    greeting: 'Two-factor authentication was disabled for {account} on {time} UTC from {browser}.',
  },
  'api-key-generated': {
    ...API_KEY,
    subject: 'A new API key was created for your Footfall account',
    greeting: 'An API key was created for {account} on {time} UTC from {browser}.',
  },
  'api-key-replaced': {
    ...API_KEY,
    subject: 'The API key of your Footfall account was replaced',
    greeting: 'The API key of {account} was replaced on {time} UTC from {browser}.',
  },
  'api-key-revoked': {
    ...API_KEY,
    subject: 'The API key of your Footfall account was revoked',
    greeting: 'The API key of {account} was revoked on {time} UTC from {browser}.',
  },
};

/** Says what was changed, when, in which browser, and what to do if it was someone else. Contains no secret. */
export function credentialEmail({ to, change, account, at, browser, baseUrl }: Occasion): Email {
  const { subject, greeting, action, path } = WORDINGS[change];
  return renderEmail(to, `${baseUrl}${path}`, {
    subject: t(subject),
    greeting: t(greeting, { account, time: utcMoment().format(at), browser }),
    action: t(action),
    ending:
      change === 'email-changed'
        ? t(
            "If this was you, you don't need to do anything. If it wasn't, contact the administrator of this Footfall installation: emailed links no longer go to the old address.",
          )
        : t(
            "If this was you, you don't need to do anything. If it wasn't, reset your password, and sign out everywhere in your security settings.",
          ),
  });
}
