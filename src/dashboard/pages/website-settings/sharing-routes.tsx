import { Hono } from 'hono';
import { AppError } from '../../../lib/errors.js';
import { createSharedLink, newSharedLink, revokeSharedLink } from '../../../websites/shared-links.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { TYPE_AGAIN } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { settingsView } from './settings-view.js';

/** Serves the forms for shared links. */
export function sharingRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { db, now } = deps;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const view = settingsView(deps);
  const routes = new Hono<WebsiteEnv>();

  routes.post('/websites/:id/settings/links', ...own, async (context) => {
    const website = context.get('website');
    const form = await sentForm(context.req);
    const name = form.text('linkName');
    const given = { name, password: form.text('linkPassword') || undefined };
    const again = given.password === undefined ? {} : { password: TYPE_AGAIN };
    const checked = newSharedLink.safeParse(given);
    if (!checked.success) {
      const errors = { ...again, ...schemaErrors(checked.error, given) };
      return html(context, await view(context, { newLink: { name, errors } }), 400);
    }
    try {
      await createSharedLink(db, website.id, checked.data, now());
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'conflict') throw thrown;
      const errors = { ...again, '': `${thrown.message}.` };
      return html(context, await view(context, { newLink: { name, errors } }), 409);
    }
    return context.redirect(`/websites/${website.id}/settings?done=link#sharing`, 303);
  });

  routes.post('/websites/:id/settings/links/revoke', ...own, async (context) => {
    const { id } = context.get('website');
    const form = await sentForm(context.req);
    // A link that is already revoked is no error.
    await revokeSharedLink(db, id, form.text('token'));
    return context.redirect(`/websites/${id}/settings?done=revoked#sharing`, 303);
  });

  return routes;
}
