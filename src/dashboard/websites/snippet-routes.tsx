import { millisecondsInDay } from 'date-fns/constants';
import { Hono } from 'hono';
import { drops } from '../../stats/reports/drops.js';
import { hasEvents } from '../../stats/reports/has-events.js';
import { snippet } from '../../websites/embed-code.js';
import type { Website } from '../../websites/website.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../viewer.js';
import { favicon } from './favicon.js';
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
    return { website, hasEvents: any.hasEvents, drops: dropped.drops };
  };

  routes.get('/websites/:id/snippet', ...own, async (context) => {
    const website = context.get('website');
    const code = (allowLocalhost: boolean) => snippet(website, { scriptUrl, baseUrl, allowLocalhost });
    return html(
      context,
      <SnippetPage
        viewer={context.get('viewer')}
        website={website}
        status={await readFirstEventStatus(website)}
        embed={code(false)}
        embedLocalhost={code(true)}
        scriptUrl={scriptUrl}
        baseUrl={baseUrl}
        rotation={deps.visitorIdRotation}
      />,
    );
  });

  routes.get('/websites/:id/snippet/status', ...own, async (context) => {
    const fragment = (<FirstEvent {...(await readFirstEventStatus(context.get('website')))} />).toString();
    return context.html(fragment, 200, { 'Cache-Control': 'no-store' });
  });

  routes.get('/websites/:id/favicon', ...own, (context) => favicon(context.get('website'), deps.findIcon));

  return routes;
}
