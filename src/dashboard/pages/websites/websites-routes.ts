import { Hono } from 'hono';
import type { DashboardDeps } from '../../deps.js';
import { type PageRoute, servePage } from '../../page-route.js';
import { favicon } from '../../ui/favicon.js';
import { notificationsPage } from '../notifications/notifications-page.js';
import { emailPreview } from '../notifications/samples.js';
import { settingsPage } from '../website-settings/settings-page.js';
import { firstEventStatus } from './first-event.js';
import { newWebsitePage } from './new-website-page.js';
import { snippetPage } from './snippet-page.js';
import { websiteMenu } from './website-menu.js';
import { websitesPage } from './websites-page.js';

const icon: PageRoute<'website'> = {
  path: '/websites/:id/favicon',
  access: 'website',
  forms: [],
  show: ({ website, deps }) => favicon(website, deps.findIcon),
};

const LIST_PAGES = [websitesPage, websiteMenu, newWebsitePage];

const WEBSITE_PAGES = [snippetPage, firstEventStatus, icon, settingsPage, notificationsPage, emailPreview];

/**
 * Serves the pages that list, add and set up websites: `/websites`, `/websites/new`, and below `/websites/:id` the
 * snippet, the settings, the notifications and the icon. `/websites/:id` itself is served elsewhere.
 */
export function websitesRoutes(deps: DashboardDeps): Hono {
  const routes = new Hono();
  for (const page of LIST_PAGES) routes.route('/', servePage(deps, page));
  for (const page of WEBSITE_PAGES) routes.route('/', servePage(deps, page));
  return routes;
}
