import { type Context, Hono } from 'hono';
import { countEvents } from '../../../history/delete/delete-events.js';
import { AppError } from '../../../lib/errors.js';
import { chosenEvents } from '../../../stats/sources/events.js';
import type { Website } from '../../../websites/website.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { sentForm } from '../../ui/sent-form.js';
import { DELETE_EVENTS, viewAddress, WEBSITE, websitePlace } from '../stats/base-path.js';
import { readPageContext } from '../stats/handlers.js';
import { readShown } from '../stats/parse-view.js';
import { toScope } from '../stats/read-figures.js';
import { DeleteEventsPage, describeChosen, type Refusal } from './delete-events-page.js';
import { readEventExamples } from './read-event-examples.js';
import { FINAL, UNDO } from './recent-deletions.js';

/** Serves `GET` and `POST /websites/:id/delete-events`: shows the chosen events, deletes them, and undoes deletions. */
export function deleteEventsRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { services } = deps;
  const { clickhouse } = services;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const routes = new Hono<WebsiteEnv>();

  const read = async (context: Context<WebsiteEnv>) => {
    const website = context.get('website');
    const parameters = new URL(context.req.url).searchParams;
    const address = await readPageContext(parameters, website, websitePlace(website), deps);
    const { shown, redirect } = await readShown(services, parameters, address);
    return { parameters, shown, redirect, condition: chosenEvents(toScope(shown)) };
  };

  type Read = Awaited<ReturnType<typeof read>>;

  async function show(
    context: Context<WebsiteEnv>,
    { shown, condition, parameters }: Read,
    { refused, status = 200 }: { readonly refused?: Refusal; readonly status?: 200 | 400 | 404 | 409 } = {},
  ): Promise<Response> {
    const [count, examples, deletions] = await Promise.all([
      countEvents(clickhouse, condition),
      readEventExamples(clickhouse, condition),
      services.keptDeletions(shown.website),
    ]);
    const restored = /^\d{1,15}$/.exec(parameters.get('restored') ?? '')?.[0];
    return html(
      context,
      <DeleteEventsPage
        viewer={context.get('viewer')}
        {...{ shown, count, examples, deletions, refused }}
        deleted={deletions.find(({ id }) => id === parameters.get('deleted'))}
        restored={restored === undefined ? undefined : Number(restored)}
        isFinal={parameters.get('final') !== null}
      />,
      status,
    );
  }

  /** Runs a change, and shows the page with the reason when it is refused. */
  async function attempt(context: Context<WebsiteEnv>, found: Read, change: () => Promise<string>) {
    try {
      const done = await change();
      const address = viewAddress(found.shown.place, found.shown.view, { list: DELETE_EVENTS });
      return context.redirect(`${address}${address.includes('?') ? '&' : '?'}${done}`, 303);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || (thrown.kind !== 'conflict' && thrown.kind !== 'not_found')) throw thrown;
      const status = thrown.kind === 'conflict' ? 409 : 404;
      return show(context, found, { refused: { error: `${thrown.message}.` }, status });
    }
  }

  routes.get(`${WEBSITE}/${DELETE_EVENTS}`, ...own, async (context) => {
    const found = await read(context);
    if (found.redirect === undefined) return show(context, found);
    const { view, changed } = found.redirect;
    return context.redirect(viewAddress(found.shown.place, view, { list: DELETE_EVENTS, changed }), 303);
  });

  routes.post(`${WEBSITE}/${DELETE_EVENTS}`, ...own, async (context) => {
    const found = await read(context);
    const { shown, condition } = found;
    const { website } = shown;
    // The page adds defaults for missing parameters, which the person has not confirmed.
    if (shown.notices.length > 0 || !('from' in shown.view.range)) {
      const error = 'Nothing was deleted: the link has no valid date range. Check the range below and confirm again.';
      return show(context, found, { refused: { error }, status: 400 });
    }
    const domain = (await sentForm(context.req)).text('typedDomain');
    if (shown.view.filters.length === 0 && domain.trim().toLowerCase() !== website.domain) {
      const error = `Nothing was deleted: enter ${website.domain} exactly as shown, or add a filter.`;
      return show(context, found, { refused: { typed: { domain, error } }, status: 400 });
    }
    return attempt(context, found, async () => {
      const { deletionId } = await services.deleteEvents({ website, chosen: condition, keptAs: describeChosen(shown) });
      return `deleted=${deletionId ?? ''}`;
    });
  });

  /** Serves a form about one deletion. `change` returns the parameter that says what was done. */
  function serveForm(form: string, change: (website: Website, deletionId: string) => Promise<string>): void {
    // The answer to a form that was refused: a reload of it shows the page.
    routes.get(`${WEBSITE}/${form}`, ...own, (context) =>
      context.redirect(`${websitePlace(context.get('website')).path}/${DELETE_EVENTS}`, 303),
    );
    routes.post(`${WEBSITE}/${form}`, ...own, async (context) => {
      const found = await read(context);
      const deletionId = (await sentForm(context.req)).text('deletion');
      return attempt(context, found, () => change(found.shown.website, deletionId));
    });
  }

  serveForm(UNDO, async (website, deletionId) => `restored=${await services.restoreEvents(website, deletionId)}`);
  serveForm(FINAL, async (website, deletionId) => {
    await services.makeDeletionFinal(website, deletionId);
    return 'final=yes';
  });

  return routes;
}
