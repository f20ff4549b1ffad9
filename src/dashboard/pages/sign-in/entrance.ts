import type { Context } from 'hono';
import { SESSION_SECONDS, startProvenSession, startSignInSession } from '../../../accounts/sign-in-sessions.js';
import { parseClient, UNKNOWN_CLIENT } from '../../../collect/steps/client.js';
import { englishText, translateStored } from '../../../lib/language/stored-text.js';
import { knownBrowsers } from '../../access/known-browsers.js';
import { signInCookie } from '../../access/private-cookie.js';
import { ownPath } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import type { FormField } from '../../ui/fields.js';

/** `mark` is missing for an account that was just created. */
export interface Entrant {
  readonly id: string;
  readonly email: string;
  readonly mark?: string;
}

/** A field: where to go after signing in. */
export const nextPath: FormField<string> = { read: (sent, name) => ownPath(sent.text(name)) };

/** Redirects to the path `next`, or to sign-in when the credentials have changed. */
export async function letIn(
  { db, now, baseUrl, secret, lookups }: DashboardDeps,
  context: Context,
  { id, email, mark }: Entrant,
  next?: string,
): Promise<Response> {
  const browser = describeBrowser(context);
  const token =
    mark === undefined
      ? await startSignInSession(db, id, browser, now())
      : await startProvenSession(db, { id, mark }, browser, now());
  if (token === undefined) return context.redirect(expiredPath(ownPath(next)), 303);
  lookups.remember('sign-in', token);
  signInCookie(baseUrl).write(context, token, SESSION_SECONDS);
  knownBrowsers({ secret, baseUrl }).remember(context, email);
  return context.redirect(ownPath(next), 303);
}

const UNKNOWN_BROWSER = 'Unknown browser';
const BROWSER_AND_OS = '{browser} on {os}';

/** For a person who has to start over. */
export const expiredPath = (next: string): string => `/login?${new URLSearchParams({ next, late: '1' })}`;

/** For example `Firefox on Windows`. Always in English, because it is stored. */
export function describeBrowser(context: Context): string {
  const { browser, os } = parseClient(context.req.header('User-Agent') ?? '');
  if (browser === UNKNOWN_CLIENT) return UNKNOWN_BROWSER;
  return os === UNKNOWN_CLIENT ? browser : englishText(BROWSER_AND_OS, { browser, os });
}

/** What {@link describeBrowser} has returned, in the language of the request. */
export const browserText = (described: string): string => translateStored(described, [UNKNOWN_BROWSER, BROWSER_AND_OS]);
