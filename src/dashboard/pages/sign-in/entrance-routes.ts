import { Hono } from 'hono';
import { endSignInSession } from '../../../accounts/sign-in-sessions.js';
import { signInCookie } from '../../access/private-cookie.js';
import { type ViewerEnv, viewerFinder } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import { servePage } from '../../page-route.js';
import { emailVerificationPage } from './email-verification.js';
import { forgottenPasswordPage } from './forgotten-password.js';
import { signUpPage, welcomePage } from './new-accounts.js';
import { passwordResetPage } from './password-reset.js';
import { secondStepPage } from './second-step.js';
import { signInPage } from './sign-in.js';
import { signInLinkRoute } from './sign-in-link.js';

const PAGES = [
  signInPage,
  secondStepPage,
  welcomePage,
  signUpPage,
  forgottenPasswordPage,
  passwordResetPage,
  emailVerificationPage,
];

/** Serves the pages for signing in and out. */
export function entranceRoutes(deps: DashboardDeps): Hono<ViewerEnv> {
  const findViewer = viewerFinder(deps);
  const routes = new Hono<ViewerEnv>();
  for (const page of PAGES) routes.route('/', servePage(deps, page));
  if (deps.signInLinks) routes.route('/', signInLinkRoute(deps));
  routes.post('/logout', async (context) => {
    if (await findViewer(context))
      await endSignInSession(deps.db, context.get('viewer').id, context.get('sessionHash'));
    signInCookie(deps.baseUrl).remove(context);
    return context.redirect('/login?left', 303);
  });
  return routes;
}
