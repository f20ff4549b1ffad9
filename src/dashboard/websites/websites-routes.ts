import { Hono } from 'hono';
import type { DashboardDeps } from '../deps.js';
import { listRoutes } from './list-routes.js';
import { notificationsRoutes } from './notifications-routes.js';
import { scheduledExportRoutes } from './scheduled-export-routes.js';
import { settingsRoutes } from './settings-routes.js';
import { sharingRoutes } from './sharing-routes.js';
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
