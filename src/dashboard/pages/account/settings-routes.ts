import { Hono } from 'hono';
import { requireSignIn, type ViewerEnv } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import { servePage } from '../../page-route.js';
import { apiKeyPage } from './api-key-page.js';
import { profilePage } from './profile-page.js';
import { securityPage } from './security-page.js';
import { twoFactorOffPage } from './two-factor-off.js';
import { twoFactorSetUpPage } from './two-factor-set-up.js';

const PAGES = [profilePage, securityPage, twoFactorSetUpPage, twoFactorOffPage, apiKeyPage];

/** Serves the account's settings: profile, security, API key. */
export function settingsRoutes(deps: DashboardDeps): Hono<ViewerEnv> {
  const routes = new Hono<ViewerEnv>();
  for (const page of PAGES) routes.route('/', servePage(deps, page));
  // Other paths, too, are for signed-in accounts only.
  routes.use('/settings/*', requireSignIn(deps));
  routes.get('/settings', (context) => context.redirect('/settings/profile', 303));
  return routes;
}
