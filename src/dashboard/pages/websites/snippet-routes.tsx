import { millisecondsInDay } from 'date-fns/constants';
import { type Context, Hono } from 'hono';
import { isOwnHost } from '../../../collect/steps/hosts.js';
import { findRotation } from '../../../collect/visitors/chosen-rotation.js';
import { drops } from '../../../stats/reports/drops.js';
import { hasEvents } from '../../../stats/reports/has-events.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { snippet } from '../../../websites/embed-code.js';
import { websitePatch } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { favicon } from '../../ui/favicon.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { sentForm } from '../../ui/sent-form.js';
import { FirstEvent, type FirstEventProps } from './first-event.js';
import { SnippetPage } from './snippet-page.js';

/** Serves the snippet of a website, its check, and the website's icon. */
export function snippetRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { baseUrl, clickhouse, now, scriptUrl } = deps.services;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const routes = new Hono<WebsiteEnv>();

  const readFirstEventStatus = async (website: Website): Promise<FirstEventProps> => {
    const end = now() + 1;
    const [any, dropped] = await Promise.all([
      hasEvents(clickhouse, website.id),
      drops(clickhouse, website.id, { start: end - millisecondsInDay, end }),
    ]);
    return {
      website,
      hasEvents: any.hasEvents,
      drops: dropped.drops,
      foreignHosts: deps.refusedHosts.foreignHosts(website, now()),
      unknownKeyHosts: deps.refusedHosts.unknownKeyHosts(website, now()),
    };
  };

  const view = async (context: Context<WebsiteEnv>, error?: string) => {
    const website = context.get('website');
    const code = (allowLocalhost: boolean) => snippet(website, { scriptUrl, baseUrl, allowLocalhost });
    return (
      <SnippetPage
        viewer={context.get('viewer')}
        website={website}
        status={await readFirstEventStatus(website)}
        embed={code(false)}
        embedLocalhost={code(true)}
        scriptUrl={scriptUrl}
        baseUrl={baseUrl}
        rotation={await findRotation(deps.db, deps.visitorIdRotation)}
        allowed={context.req.query('done') === 'allowed'}
        error={error}
      />
    );
  };

  routes.get('/websites/:id/snippet', ...own, async (context) => html(context, await view(context)));

  routes.post('/websites/:id/snippet/allow', ...own, async (context) => {
    const website = context.get('website');
    const host = (await sentForm(context.req)).text('host');
    if (!isOwnHost(website, host)) {
      const changed = websitePatch.safeParse({ allowedDomains: [...website.allowedDomains, host] });
      if (!changed.success) {
        const { allowedDomains = '' } = schemaErrors(changed.error, {});
        return html(context, await view(context, `Not added to the allowed domains. ${allowedDomains}`), 400);
      }
      await updateWebsite(deps.services.websites, website, changed.data, now());
    }
    return context.redirect(`/websites/${website.id}/snippet?done=allowed`, 303);
  });

  // An answer with errors has the form's own address: a reload of it shows the page.
  routes.get('/websites/:id/snippet/allow', ...own, (context) =>
    context.redirect(`/websites/${context.get('website').id}/snippet`, 303),
  );

  routes.get('/websites/:id/snippet/status', ...own, async (context) => {
    const fragment = (<FirstEvent {...(await readFirstEventStatus(context.get('website')))} />).toString();
    return context.html(fragment, 200, { 'Cache-Control': 'no-store' });
  });

  routes.get('/websites/:id/favicon', ...own, (context) => favicon(context.get('website'), deps.findIcon));

  return routes;
}
