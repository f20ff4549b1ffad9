import { type Context, Hono } from 'hono';
import { countEvents } from '../../imports/delete-events.js';
import { AppError } from '../../lib/errors.js';
import { chosenEvents } from '../../stats/sources/events.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../viewer.js';
import { DELETE_EVENTS, viewAddress, WEBSITE, websitePlace } from './base-path.js';
import { DeleteEventsPage } from './delete-events-page.js';
import { readPageContext } from './handlers.js';
import { readShown } from './parse-view.js';
import { toStatsQuery } from './read-figures.js';

/** Serves `GET` and `POST /websites/:id/delete-events`: shows the chosen events, and deletes them. */
export function deleteEventsRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { services } = deps;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const routes = new Hono<WebsiteEnv>();

  const read = async (context: Context<WebsiteEnv>) => {
    const website = context.get('website');
    const parameters = new URL(context.req.url).searchParams;
    const address = await readPageContext(parameters, website, websitePlace(website), deps);
    const { shown, redirect } = await readShown(services, parameters, address);
    return { parameters, shown, redirect, condition: chosenEvents(toStatsQuery(shown)) };
  };

  routes.get(`${WEBSITE}/${DELETE_EVENTS}`, ...own, async (context) => {
    const { parameters, shown, redirect, condition } = await read(context);
    if (redirect !== undefined) {
      return context.redirect(viewAddress(shown.place, redirect, { list: DELETE_EVENTS }), 303);
    }
    const count = await countEvents(services.clickhouse, condition);
    const deleted = /^\d{1,15}$/.exec(parameters.get('deleted') ?? '')?.[0];
    const viewer = context.get('viewer');
    return html(
      context,
      <DeleteEventsPage {...{ viewer, shown, count }} deleted={deleted === undefined ? undefined : Number(deleted)} />,
    );
  });

  routes.post(`${WEBSITE}/${DELETE_EVENTS}`, ...own, async (context) => {
    const { shown, condition } = await read(context);
    const viewer = context.get('viewer');
    const refused = async (error: string, status: 400 | 409) => {
      const count = await countEvents(services.clickhouse, condition);
      return html(context, <DeleteEventsPage {...{ viewer, shown, count, error }} />, status);
    };
    // The page adds defaults for missing parameters, which the person has not confirmed.
    if (shown.notices.length > 0 || !('from' in shown.view.range)) {
      return refused(
        'Nothing was deleted: the link has no valid date range. Check the range below and confirm again.',
        400,
      );
    }
    try {
      const { events } = await services.deleteEvents({ website: shown.website, chosen: condition });
      const address = viewAddress(shown.place, shown.view, { list: DELETE_EVENTS });
      return context.redirect(`${address}&deleted=${events}`, 303);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'conflict') return refused(`${error.message}.`, 409);
      throw error;
    }
  });

  return routes;
}
