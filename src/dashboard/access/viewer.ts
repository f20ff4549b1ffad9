import type { Context, MiddlewareHandler } from 'hono';
import type { Account } from '../../accounts/accounts.js';
import { findSignInSession, SESSION_SECONDS } from '../../accounts/sign-in-sessions.js';
import { AppError } from '../../lib/errors.js';
import { inLanguage } from '../../lib/language/language.js';
import { parseUrl } from '../../lib/url.js';
import type { Website } from '../../websites/website.js';
import { ownWebsite } from '../../websites/website-lookup.js';
import type { DashboardDeps } from '../deps.js';
import { type Place, websitePlace } from './place.js';
import { signInCookie } from './private-cookie.js';
import { viewerLanguage } from './request-language.js';

export interface ViewerEnv {
  Variables: {
    viewer: Account;
    /** Hash of the viewer's sign-in session. */
    sessionHash: string;
  };
}

export interface WebsiteEnv {
  Variables: ViewerEnv['Variables'] & { website: Website; place: Place };
}

type SignInDeps = Pick<DashboardDeps, 'db' | 'now' | 'baseUrl' | 'lookups'>;

/** Admits a signed-in account as `viewer`. Other visitors sign in first, and return to the page they requested. */
export function requireSignIn(deps: SignInDeps): MiddlewareHandler<ViewerEnv> {
  const findViewer = viewerFinder(deps);
  return async (context, next) => {
    if (!(await findViewer(context))) return context.redirect(signInPath(context), 303);
    await inLanguage(viewerLanguage(context), next);
  };
}

/**
 * Returns whether the request is signed in. If so, sets `viewer`, and extends the cookie together with the sign-in
 * session. Throws AppError `too_many_requests` after many wrong cookies from the address.
 */
export function viewerFinder({ db, now, baseUrl, lookups }: SignInDeps) {
  const cookie = signInCookie(baseUrl);
  return async (context: Context<ViewerEnv>): Promise<boolean> => {
    const token = cookie.read(context);
    if (token === undefined) return false;
    const found = await lookups.find(context, 'sign-in', token, () => findSignInSession(db, token, now()));
    if (found === undefined) return false;
    if (found.extended) cookie.write(context, token, SESSION_SECONDS);
    context.set('viewer', found.account);
    context.set('sessionHash', found.hash);
    return true;
  };
}

/** For public pages: after many wrong cookies from an address, its visitors count as signed out instead. */
export function optionalViewer(deps: SignInDeps): ReturnType<typeof viewerFinder> {
  const findViewer = viewerFinder(deps);
  return (context) =>
    findViewer(context).catch((thrown) => {
      if (thrown instanceof AppError && thrown.kind === 'too_many_requests') return false;
      throw thrown;
    });
}

/** Takes the path's `:id`. Throws `not_found`, or `forbidden` when another account owns the website. */
export function requireWebsite({ services }: Pick<DashboardDeps, 'services'>): MiddlewareHandler<WebsiteEnv> {
  return async (context, next) => {
    const website = await ownWebsite(services.reader, context.get('viewer').id, context.req.param('id') ?? '');
    context.set('website', website);
    context.set('place', websitePlace(website));
    await next();
  };
}

function signInPath({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  if (req.method !== 'POST') return `/login?${new URLSearchParams({ next: pathname + search })}`;
  // Drops the form's query, which describes an earlier action.
  const form = parseUrl(req.header('Referer') ?? '')?.pathname;
  return `/login?${new URLSearchParams({ next: ownPath(form), unsaved: '1' })}`;
}

/** Returns the text when it is a path of our own, else `/`. */
export function ownPath(text: unknown): string {
  // Browsers read `//host` and `/\host` as another host, and skip tabs and line breaks inside.
  return typeof text === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : '/';
}
