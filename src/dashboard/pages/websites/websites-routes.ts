import { Hono } from 'hono';
import type { DashboardDeps } from '../../deps.js';
import { servePage } from '../../page-route.js';
import { notificationsRoutes } from '../notifications/notifications-routes.js';
import { settingsPage } from '../website-settings/settings-page.js';
import { listRoutes } from './list-routes.js';
import { snippetRoutes } from './snippet-routes.js';

/**
 * Serves the pages that list, add and set up websites: `/websites`, `/websites/new`, and below `/websites/:id` the
 * snippet, the settings and the icon. `/websites/:id` itself is served elsewhere.
 */
export function websitesRoutes(deps: DashboardDeps): Hono {
  const routes = new Hono();
  routes.route('/', listRoutes(deps));
  routes.route('/', snippetRoutes(deps));
  routes.route('/', servePage(deps, settingsPage));
  routes.route('/', notificationsRoutes(deps));
  return routes;
}
