import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { newToken } from '../../accounts/secret-token.js';
import { signedTexts } from '../../lib/signed-text.js';
import type { DashboardDeps } from '../deps.js';
import { privateCookie } from './private-cookie.js';

const COOKIE = 'footfall_browser';
const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/**
 * The shared name of browsers that replaced a password by a mailed link and have not signed in yet. They share one
 * allowance, so that more links give no more attempts.
 */
const AFTER_RESET = 'after-reset';

/**
 * Recognizes browsers in which a person has signed in to an account before, by a signed cookie that outlives signing
 * out. The cookie grants no access: its browser's attempts are only counted separately. A browser has one such cookie,
 * for the last account that signed in. (OWASP calls these device cookies.)
 */
export interface KnownBrowsers {
  /** Undefined when the account has not signed in with this browser. */
  readonly find: (context: Context, email: string) => string | undefined;
  /** Call it after a sign-in with all factors. */
  readonly remember: (context: Context, email: string) => void;
  /** Call it after the password was replaced by a mailed link. */
  readonly rememberReset: (context: Context, email: string) => void;
}

/** `email` is always in its stored spelling. */
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
