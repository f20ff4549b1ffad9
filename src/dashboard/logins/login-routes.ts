import { Hono } from 'hono';
import { endLogin } from '../../accounts/sign-in-sessions.js';
import type { DashboardDeps } from '../deps.js';
import type { NotifyOwner } from '../notify-owner.js';
import { loginCookie } from '../private-cookie.js';
import { type ViewerEnv, viewerOf } from '../viewer.js';
import { emailVerificationRoutes } from './email-verification.js';
import { forgottenPasswordRoutes } from './forgotten-password.js';
import type { LoginGuesses } from './guesses.js';
import { newAccountRoutes } from './new-accounts.js';
import { secondStepRoutes } from './second-step.js';
import { signInRoutes } from './sign-in.js';

/** Serves the pages for signing in and out. */
export function loginRoutes(parts: DashboardDeps, guesses: LoginGuesses, notifyOwner: NotifyOwner): Hono {
  const routes = new Hono();
  routes.route('/', signOutRoute(parts));
  routes.route('/', signInRoutes(parts, guesses));
  routes.route('/', secondStepRoutes(parts, guesses));
  routes.route('/', newAccountRoutes(parts, guesses));
  routes.route('/', forgottenPasswordRoutes(parts, guesses, notifyOwner));
  routes.route('/', emailVerificationRoutes(parts));
  return routes;
}

function signOutRoute(parts: DashboardDeps): Hono<ViewerEnv> {
  const findViewer = viewerOf(parts);
  const routes = new Hono<ViewerEnv>();
  routes.post('/logout', async (context) => {
    if (await findViewer(context)) await endLogin(parts.db, context.get('viewer').id, context.get('loginHash'));
    loginCookie(parts.baseUrl).remove(context);
    return context.redirect('/login', 303);
  });
  return routes;
}
