import { Hono } from 'hono';
import { describeUsage } from '../../accounts/plan.js';
import { AppError } from '../../lib/errors.js';
import { lastDays } from '../../stats/reports/last-day.js';
import { collectedPageviews } from '../../stats/reports/usage.js';
import { utcMonth } from '../../time/index.js';
import { createWebsite } from '../../websites/create-website.js';
import { searchWebsites } from '../../websites/find-website.js';
import { newWebsite } from '../../websites/settings.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { sentForm } from '../sent-form.js';
import { requireSignIn, type ViewerEnv } from '../viewer.js';
import { EMPTY_WEBSITE, NewWebsitePage } from './new-website-page.js';
import { schemaErrors } from './schema-errors.js';
import { WebsitesPage } from './websites-page.js';

const PAGE_SIZE = 50;

/** Serves the list of the viewer's websites, and the form for a new one. */
export function listRoutes(deps: DashboardDeps): Hono<ViewerEnv> {
  const { db, now, services } = deps;
  const { plan, reader } = services;
  const signedIn = requireSignIn(deps);
  const routes = new Hono<ViewerEnv>();

  routes.get('/websites', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const at = now();
    const search = context.req.query('search')?.trim() ?? '';
    const page = pageIn(context.req.query('page'));
    const found = await searchWebsites(db, viewer.id, { search, page, pageSize: PAGE_SIZE });
    const [findLastDay, pageviews, count] = await Promise.all([
      lastDays(services.clickhouse, found.websites, at),
      collectedPageviews(services.clickhouse, viewer.id, utcMonth(at)),
      reader.count(viewer.id),
    ]);
    const usage = describeUsage(plan, at, pageviews, count);
    const deleted = context.req.query('done') === 'deleted';
    return html(context, <WebsitesPage {...{ viewer, found, findLastDay, usage, search, deleted }} />);
  });

  routes.get('/websites/new', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const count = await reader.count(viewer.id);
    const full = count < plan.websites ? undefined : `Your plan allows ${plan.websites} websites, and you have as many`;
    return html(context, <NewWebsitePage viewer={viewer} text={EMPTY_WEBSITE} full={full} />);
  });

  routes.post('/websites/new', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const form = await sentForm(context.req);
    const text = { name: form.text('name'), domain: form.text('domain'), timezone: form.text('timezone') };
    const checked = newWebsite.safeParse(text);
    if (!checked.success) {
      const errors = schemaErrors(checked.error, text);
      return html(context, <NewWebsitePage {...{ viewer, text, errors }} />, 400);
    }
    try {
      const website = await createWebsite(services.websites, viewer.id, checked.data, plan, now());
      return context.redirect(`/websites/${website.id}/snippet`, 303);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'forbidden') throw thrown;
      const errors = { '': `${thrown.message}.` };
      return html(context, <NewWebsitePage {...{ viewer, text, errors }} />, 403);
    }
  });

  return routes;
}

/** Returns the page number of an address; 1 without one. */
const pageIn = (text = ''): number => (/^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1);
