import { Hono } from 'hono';
import { endSignInSession } from '../../../accounts/sign-in-sessions.js';
import { signInCookie } from '../../access/private-cookie.js';
import { type ViewerEnv, viewerFinder } from '../../access/viewer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { emailVerificationRoutes } from './email-verification.js';
import { forgottenPasswordRoutes } from './forgotten-password.js';
import { newAccountRoutes } from './new-accounts.js';
import { secondStepRoutes } from './second-step.js';
import { signInRoutes } from './sign-in.js';
import { signInLinkRoute } from './sign-in-link.js';

/** Serves the pages for signing in and out. */
export function entranceRoutes(deps: DashboardDeps, guesses: SignInGuesses, notifyOwner: NotifyOwner): Hono {
  const routes = new Hono();
  routes.route('/', signOutRoute(deps));
  routes.route('/', signInRoutes(deps, guesses));
  routes.route('/', secondStepRoutes(deps, guesses));
  routes.route('/', newAccountRoutes(deps, guesses));
  routes.route('/', forgottenPasswordRoutes(deps, guesses, notifyOwner));
  routes.route('/', emailVerificationRoutes(deps));
  if (deps.signInLinks) routes.route('/', signInLinkRoute(deps));
  return routes;
}

function signOutRoute(deps: DashboardDeps): Hono<ViewerEnv> {
  const findViewer = viewerFinder(deps);
  const routes = new Hono<ViewerEnv>();
  routes.post('/logout', async (context) => {
    if (await findViewer(context))
      await endSignInSession(deps.db, context.get('viewer').id, context.get('sessionHash'));
    signInCookie(deps.baseUrl).remove(context);
    return context.redirect('/login?left', 303);
  });
  return routes;
}
