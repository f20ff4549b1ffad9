import type { Context } from 'hono';
import { LOGIN_SECONDS, startLogin, startProvenLogin } from '../../accounts/sign-in-sessions.js';
import { clientOf, UNKNOWN_CLIENT } from '../../ingest/client.js';
import type { DashboardDeps } from '../deps.js';
import { knownBrowsers } from '../known-browsers.js';
import { ownPath } from '../own-path.js';
import { loginCookie } from '../private-cookie.js';

/** Who is let in: with the mark of their credentials, unless the account was made a moment ago. */
export interface Entrant {
  readonly id: string;
  readonly email: string;
  readonly mark?: string;
}

/** Signs the account in with this browser, and leads on to the path `next`; back to signing in when its credentials have changed. */
export async function letIn(
  { db, now, baseUrl, secret, lookups }: DashboardDeps,
  context: Context,
  { id, email, mark }: Entrant,
  next?: string,
): Promise<Response> {
  const browser = browserOf(context);
  const token =
    mark === undefined
      ? await startLogin(db, id, browser, now())
      : await startProvenLogin(db, { id, mark }, browser, now());
  if (token === undefined) return context.redirect(expiredPath(ownPath(next)), 303);
  lookups.remember('sign-in', token);
  loginCookie(baseUrl).write(context, token, LOGIN_SECONDS);
  knownBrowsers({ secret, baseUrl }).remember(context, email);
  return context.redirect(ownPath(next), 303);
}

/** The page to sign in, for someone who has to begin again. */
export const expiredPath = (next: string): string => `/login?${new URLSearchParams({ next, late: '1' })}`;

/** The browser of a request as a person knows it: `Firefox on Windows`. */
export function browserOf(context: Context): string {
  const { browser, os } = clientOf(context.req.header('User-Agent') ?? '');
  if (browser === UNKNOWN_CLIENT) return 'Unknown browser';
  return os === UNKNOWN_CLIENT ? browser : `${browser} on ${os}`;
}
