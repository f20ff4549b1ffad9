import { Hono } from 'hono';
import type { DashboardDeps } from '../../deps.js';
import { notificationsRoutes } from '../notifications/notifications-routes.js';
import { scheduledExportRoutes } from '../website-settings/scheduled-export-routes.js';
import { settingsRoutes } from '../website-settings/settings-routes.js';
import { sharingRoutes } from '../website-settings/sharing-routes.js';
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
  routes.route('/', settingsRoutes(deps));
  routes.route('/', sharingRoutes(deps));
  routes.route('/', scheduledExportRoutes(deps));
  routes.route('/', notificationsRoutes(deps));
  return routes;
}
