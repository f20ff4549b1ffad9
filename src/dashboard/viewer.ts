import type { Context, MiddlewareHandler } from 'hono';
import type { Account } from '../accounts/accounts.js';
import { findLogin, LOGIN_SECONDS } from '../accounts/sign-in-sessions.js';
import { AppError } from '../lib/errors.js';
import { parseUrl } from '../lib/url.js';
import type { Website } from '../websites/website.js';
import { ownWebsite } from '../websites/website-lookup.js';
import type { DashboardDeps } from './deps.js';
import { ownPath } from './own-path.js';
import { loginCookie } from './private-cookie.js';

/** Behind `requireLogin`. */
export interface ViewerEnv {
  Variables: {
    /** Who is signed in. */
    viewer: Account;
    /** Names the viewer's login among the account's. */
    loginHash: string;
  };
}

/** Behind `requireLogin` and `requireWebsite`. */
export interface WebsiteEnv {
  Variables: ViewerEnv['Variables'] & { website: Website };
}

type LoginDeps = Pick<DashboardDeps, 'db' | 'now' | 'baseUrl' | 'lookups'>;

/** Lets who is signed in pass as `viewer`; others sign in first, and come back to the page they asked for. */
export function requireLogin(parts: LoginDeps): MiddlewareHandler<ViewerEnv> {
  const findViewer = viewerOf(parts);
  return async (context, next) => {
    if (!(await findViewer(context))) return context.redirect(loginPath(context), 303);
    await next();
  };
}

/**
 * Whether someone is signed in; sets `viewer` then, and lets the cookie last as long as the login. Throws AppError
 * `too_many_requests` after many wrong cookies from the address.
 */
export function viewerOf({ db, now, baseUrl, lookups }: LoginDeps) {
  const cookie = loginCookie(baseUrl);
  return async (context: Context<ViewerEnv>): Promise<boolean> => {
    const token = cookie.read(context);
    if (token === undefined) return false;
    const login = await lookups.find(context, 'sign-in', token, () => findLogin(db, token, now()));
    if (login === undefined) return false;
    if (login.extended) cookie.write(context, token, LOGIN_SECONDS);
    context.set('viewer', login.account);
    context.set('loginHash', login.hash);
    return true;
  };
}

/** The same for pages that are for everyone: after many wrong cookies from the address they take people as signed out. */
export function optionalViewerOf(parts: LoginDeps): ReturnType<typeof viewerOf> {
  const findViewer = viewerOf(parts);
  return (context) =>
    findViewer(context).catch((thrown) => {
      if (thrown instanceof AppError && thrown.kind === 'too_many_requests') return false;
      throw thrown;
    });
}

/** Sets `website` to that of the path's `:id`. Throws `not_found`, or `forbidden` when it is another account's. */
export function requireWebsite({ services }: Pick<DashboardDeps, 'services'>): MiddlewareHandler<WebsiteEnv> {
  return async (context, next) => {
    context.set('website', await ownWebsite(services.reader, context.get('viewer').id, context.req.param('id') ?? ''));
    await next();
  };
}

function loginPath({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  if (req.method !== 'POST') return `/login?${new URLSearchParams({ next: pathname + search })}`;
  // Back to the form, but not to what its query says was done before.
  const form = parseUrl(req.header('Referer') ?? '')?.pathname;
  return `/login?${new URLSearchParams({ next: ownPath(form), unsaved: '1' })}`;
}
