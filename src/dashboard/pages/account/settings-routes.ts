import { Hono } from 'hono';
import { requireSignIn, type ViewerEnv } from '../../access/viewer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { apiKeyRoutes } from './api-key.js';
import { profileRoutes } from './profile.js';
import { securityRoutes } from './security.js';
import { twoFactorRoutes } from './two-factor.js';

/** Serves the account's settings: profile, security, API key. */
export function settingsRoutes(deps: DashboardDeps, guesses: SignInGuesses, notifyOwner: NotifyOwner): Hono<ViewerEnv> {
  const routes = new Hono<ViewerEnv>();
  routes.use('/settings/*', requireSignIn(deps));
  routes.get('/settings', (context) => context.redirect('/settings/profile', 303));
  routes.route('/', profileRoutes(deps, guesses, notifyOwner));
  routes.route('/', securityRoutes(deps, guesses, notifyOwner));
  routes.route('/', twoFactorRoutes(deps, guesses, notifyOwner));
  routes.route('/', apiKeyRoutes(deps, notifyOwner));
  // An answer with errors has the form's own address: a reload of it shows the form's page.
  routes.get('/settings/:page{[a-z-]+}/:form{.+}', (context) =>
    context.redirect(`/settings/${context.req.param('page')}`, 303),
  );
  return routes;
}
