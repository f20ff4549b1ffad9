import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { newToken } from '../accounts/secret-token.js';
import type { DashboardDeps } from './deps.js';
import { privateCookie } from './private-cookie.js';
import { signedTexts } from './signed-text.js';

const COOKIE = 'footfall_browser';
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/**
 * Names every browser that has replaced a password by a mailed link and has not signed in yet. They share one name, and
 * so one allowance of attempts: one link after another gains nothing.
 */
const AFTER_RESET = 'after-reset';

/**
 * Recognizes browsers in which someone has signed in to an account before, by a signed cookie that outlives signing out.
 * It opens nothing: its browser's attempts are only counted apart from everyone else's. A browser has one such cookie,
 * for the account that it signed in to last. (OWASP calls these device cookies.)
 */
export interface KnownBrowsers {
  /** Returns the browser's name; undefined where the account has not signed in. */
  readonly find: (context: Context, email: string) => string | undefined;
  /** To be called when someone has signed in, both factors passed. */
  readonly remember: (context: Context, email: string) => void;
  /** To be called when the password was replaced by a mailed link. */
  readonly rememberReset: (context: Context, email: string) => void;
}

/** `email` is always in the spelling that is stored. */
export function knownBrowsers({ secret, baseUrl }: Pick<DashboardDeps, 'secret' | 'baseUrl'>): KnownBrowsers {
  const cookie = privateCookie(COOKIE, baseUrl);
  const texts = signedTexts(secret, 'known browser');
  const hash = (email: string) => createHmac('sha256', secret).update(`known browser: ${email}`).digest('base64url');
  const find: KnownBrowsers['find'] = (context, email) => {
    const [name, account] = texts.read(cookie.read(context) ?? '')?.split(' ') ?? [];
    return account === hash(email) ? name : undefined;
  };
  const write = (context: Context, email: string, name: string) =>
    cookie.write(context, texts.sign(`${name} ${hash(email)}`), LIFETIME_SECONDS);
  return {
    find,
    remember: (context, email) => {
      const name = find(context, email);
      write(context, email, name === undefined || name === AFTER_RESET ? newToken() : name);
    },
    rememberReset: (context, email) => write(context, email, find(context, email) ?? AFTER_RESET),
  };
}
