import { Hono } from 'hono';
import type { DashboardDeps } from '../deps.js';
import { listRoutes } from './list-routes.js';
import { settingsRoutes } from './settings-routes.js';
import { sharingRoutes } from './sharing-routes.js';
import { snippetRoutes } from './snippet-routes.js';

/**
 * Serves the pages that list, add and set up websites: `/websites`, `/websites/new`, and below `/websites/:id` the
 * snippet, the settings and the icon. `/websites/:id` itself is served elsewhere.
 */
export function websitesRoutes(parts: DashboardDeps): Hono {
  const routes = new Hono();
  routes.route('/', listRoutes(parts));
  routes.route('/', snippetRoutes(parts));
  routes.route('/', settingsRoutes(parts));
  routes.route('/', sharingRoutes(parts));
  return routes;
}
