import { Hono } from 'hono';
import { AppError } from '../../../lib/errors.js';
import { exact } from '../../../lib/number-text.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { regenerateTrackingKey, updateWebsite } from '../../../websites/change-website.js';
import { MAX_RETENTION_MONTHS } from '../../../websites/retention.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { sentForm } from '../../ui/sent-form.js';
import { countExpired, parseRetention } from './data-retention.js';
import { checkSettings, sentSettings } from './settings-form.js';
import { settingsView } from './settings-view.js';
import { sentVisitor } from './visitor-deletion.js';

/** Returns whether a typed domain is the website's, in ASCII or Unicode. */
const isDomain = (domain: string, typed: string): boolean =>
  [domain, unicodeHost(domain)].includes(typed.trim().toLowerCase().normalize());

/** Serves the settings of a website, its tracking key, and the deletion of a visitor's data and of the website. */
export function settingsRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { services, now, clientAddress } = deps;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const view = settingsView(deps);
  const routes = new Hono<WebsiteEnv>();

  routes.get('/websites/:id/settings', ...own, async (context) =>
    html(context, await view(context, { done: context.req.query('done') })),
  );

  // An answer with errors has the form's own address: a reload of it shows the page.
  routes.get('/websites/:id/settings/:form{.+}', ...own, (context) =>
    context.redirect(`/websites/${context.get('website').id}/settings`, 303),
  );

  routes.post('/websites/:id/settings', ...own, async (context) => {
    const website = context.get('website');
    const form = await sentForm(context.req);
    const text = sentSettings(form, clientAddress(context));
    const { patch, errors } = await checkSettings(website, text, form);
    if (patch === undefined) return html(context, await view(context, { text, errors }), 400);
    await updateWebsite(services.websites, website, patch, now());
    return context.redirect(`/websites/${website.id}/settings?done=saved`, 303);
  });

  routes.post('/websites/:id/settings/tracking-key', ...own, async (context) => {
    const website = context.get('website');
    await regenerateTrackingKey(services.websites, website, now());
    return context.redirect(`/websites/${website.id}/settings?done=key`, 303);
  });

  routes.post('/websites/:id/settings/retention', ...own, async (context) => {
    const website = context.get('website');
    const form = await sentForm(context.req);
    const months = form.text('retentionMonths');
    const retentionMonths = parseRetention(months);
    if (retentionMonths === undefined) {
      const error = `Enter a whole number from 1 to ${exact(MAX_RETENTION_MONTHS)}, or leave it empty.`;
      return html(context, await view(context, { retention: { months, error } }), 400);
    }
    const pending = form.text('confirmed') === '' ? await countExpired(website, retentionMonths, deps) : undefined;
    if (pending !== undefined) return html(context, await view(context, { retention: { months, pending } }));
    await updateWebsite(services.websites, website, { retentionMonths }, now());
    return context.redirect(`/websites/${website.id}/settings?done=retention#notices`, 303);
  });

  routes.post('/websites/:id/settings/delete-visitor', ...own, async (context) => {
    const website = context.get('website');
    const form = await sentForm(context.req);
    const { text, visitor } = sentVisitor(form);
    if (visitor === undefined) return html(context, await view(context, { visitor: text }), 400);
    const isConfirmed = form.text('confirmed') !== '';
    try {
      const events = await services.deleteVisitor(website, visitor, !isConfirmed);
      if (events === 0) {
        const errors = { '': 'No events of this visitor are stored. Nothing was deleted.' };
        return html(context, await view(context, { visitor: { ...text, errors } }));
      }
      if (!isConfirmed) return html(context, await view(context, { visitor: { ...text, events } }));
      return context.redirect(`/websites/${website.id}/settings?done=visitor#notices`, 303);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'conflict') throw thrown;
      const errors = { '': `${thrown.message}.` };
      return html(context, await view(context, { visitor: { ...text, errors } }), 409);
    }
  });

  routes.post('/websites/:id/settings/delete', ...own, async (context) => {
    const website = context.get('website');
    const typed = (await sentForm(context.req)).text('typedDomain');
    if (!isDomain(website.domain, typed)) {
      const error = `Not deleted: enter ${unicodeHost(website.domain)} exactly as shown.`;
      return html(context, await view(context, { deletion: { typed, error } }), 400);
    }
    await services.deleteWebsite(website);
    return context.redirect('/websites?done=deleted', 303);
  });

  return routes;
}
