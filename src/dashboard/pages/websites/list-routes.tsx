import { Hono } from 'hono';
import { describeUsage } from '../../../accounts/plan.js';
import { withSignal } from '../../../clickhouse/clickhouse.js';
import { AppError } from '../../../lib/errors.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { collectedPageviews } from '../../../stats/reports/usage.js';
import { utcMonth } from '../../../time/index.js';
import { createWebsite } from '../../../websites/create-website.js';
import { searchWebsites } from '../../../websites/find-website.js';
import { newWebsite, normalizeDomain } from '../../../websites/settings.js';
import { requireSignIn, type ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { sentForm } from '../../ui/sent-form.js';
import { EMPTY_WEBSITE, NewWebsitePage } from './new-website-page.js';
import { type ListChoice, listWithVisitors, SORTS } from './website-list.js';
import { WebsiteMenu, WebsitesPage } from './websites-page.js';

/** The menu links to all websites besides. */
const MENU_SIZE = 30;

/** Serves the list of the viewer's websites, and the form for a new one. */
export function listRoutes(deps: DashboardDeps): Hono<ViewerEnv> {
  const { db, now, services } = deps;
  const { plan, reader } = services;
  const signedIn = requireSignIn(deps);
  const routes = new Hono<ViewerEnv>();

  routes.get('/websites', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const at = now();
    const choice = { search: context.req.query('search')?.trim() ?? '', ...readOrder(context.req.query()) };
    const clickhouse = withSignal(services.clickhouse, context.req.raw.signal);
    const [list, pageviews, count] = await Promise.all([
      listWithVisitors({ db, clickhouse }, viewer.id, choice, at),
      collectedPageviews(clickhouse, viewer.id, utcMonth(at)),
      reader.count(viewer.id),
    ]);
    const usage = describeUsage(plan, at, pageviews, count);
    const deleted = context.req.query('done') === 'deleted';
    return html(context, <WebsitesPage {...{ viewer, list, usage, choice, deleted }} />);
  });

  // The content of the menu in the top bar, loaded when it is opened.
  routes.get('/websites/menu', signedIn, async (context) => {
    const search = { search: '', page: 1, pageSize: MENU_SIZE, orderBy: 'name' } as const;
    const { websites } = await searchWebsites(db, context.get('viewer').id, search);
    return context.html(<WebsiteMenu websites={websites} />, 200, { 'Cache-Control': 'no-store' });
  });

  routes.get('/websites/new', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const count = await reader.count(viewer.id);
    const full = count < plan.websites ? undefined : `You have reached your plan’s limit of ${plan.websites} websites`;
    return html(context, <NewWebsitePage viewer={viewer} text={EMPTY_WEBSITE} full={full} />);
  });

  routes.post('/websites/new', signedIn, async (context) => {
    const viewer = context.get('viewer');
    const form = await sentForm(context.req);
    const text = { name: form.text('name'), domain: form.text('domain'), timezone: form.text('timezone') };
    const checked = newWebsite.safeParse({ ...text, name: text.name.trim() || nameByDomain(text.domain) });
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

/** Returns the name of a website that was given none. */
const nameByDomain = (typed: string): string =>
  [...unicodeHost(normalizeDomain(typed) ?? 'Website')].slice(0, 100).join('');

/** Reads the page and the order of an address. */
const readOrder = ({ page = '', sort }: Record<string, string>): Pick<ListChoice, 'page' | 'sort'> => ({
  page: /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1,
  sort: SORTS.find((each) => each === sort) ?? 'created',
});
