import { type Context, Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { LRUCache } from 'lru-cache';
import { TaskQueue, type TaskQueueOptions } from '../../../lib/task-queue.js';
import { parseUrl } from '../../../lib/url.js';
import { findSharedLink, opensSharedLink, type SharedLink } from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { ATTEMPT_LIMITS, SHARED_PAGES_RATE } from '../../access/attempt-limits.js';
import { attempts, rateByAddress } from '../../access/attempts.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { isEmbedded } from '../../ui/embedded.js';
import { favicon } from '../../ui/favicon.js';
import { Button, Field, type FieldErrors, Form } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { sentForm } from '../../ui/sent-form.js';
import type { Place } from './base-path.js';
import { fileIn, LIST, LIST_FILE, listIn, SECTION, sectionIn } from './figures-routes.js';
import {
  type AskedWebsite,
  answerCsv,
  answerFigures,
  answerList,
  answerSection,
  answerSuggestions,
} from './handlers.js';
import { sharedAccess } from './shared-access.js';

const MAX_LINKS = 1_000;

const FILES_OF_A_LINK: TaskQueueOptions = {
  maxRunning: 1,
  maxWaiting: 3,
  maxWaitMs: 10_000,
  refusal: 'Another export of this dashboard is still running, try again later',
};

interface Shared {
  readonly link: SharedLink;
  readonly website: Website;
  readonly place: Place;
}

/**
 * Serves `GET /share/:token` and below: a website's figures for every holder of the link, and of its password if it has
 * one. With `embed=1` any site may frame them.
 */
export function sharedRoutes(deps: DashboardDeps): Hono {
  const access = sharedAccess(deps);
  const guesses = attempts(deps, ATTEMPT_LIMITS.sharedLinkPasswords);

  /** Files of a link are produced one at a time, so that its holders leave capacity for others. */
  const files = new LRUCache<string, TaskQueue>({ max: MAX_LINKS });
  const fileQueue = ({ path }: Place): TaskQueue => {
    const known = files.get(path) ?? new TaskQueue(FILES_OF_A_LINK);
    files.set(path, known);
    return known;
  };

  const find = async (context: Context): Promise<Shared | undefined> => {
    const token = context.req.param('token') ?? '';
    const link = await deps.lookups.find(context, 'shared-link', token, () => findSharedLink(deps.db, token));
    const website = link && deps.websiteCache.byId(link.websiteId);
    context.header('X-Robots-Tag', 'noindex');
    if (!website) return undefined;
    const place = { path: `/share/${link.token}`, own: false, embedded: isEmbedded(context.req) };
    return { link, website, place };
  };
  /** Other links get a page of their own. */
  const withLink =
    (show: (context: Context, shared: Shared) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      const shared = await find(context);
      if (shared !== undefined) return show(context, shared);
      return html(context, <DeadLinkPage />, 404, { embeddable: isEmbedded(context.req) });
    };
  const behindPassword = (show: (context: Context, asked: AskedWebsite) => Promise<Response>) =>
    withLink(async (context, shared) => {
      if (access.isOpen(context, shared.link)) return show(context, shared);
      const { pathname, search } = new URL(context.req.url);
      return askPassword(context, shared, pathname + search);
    });

  const app = new Hono();
  app.use('/share/*', rateByAddress(deps, SHARED_PAGES_RATE));
  app.get(
    '/share/:token',
    behindPassword((context, asked) => answerFigures(context, deps, asked)),
  );
  app.get(
    '/share/:token/favicon',
    behindPassword(async (_context, { website }) => favicon(website, deps.findIcon)),
  );
  app.get(
    '/share/:token/suggest',
    behindPassword((context, asked) => answerSuggestions(context, deps, asked)),
  );
  app.get(
    `/share/:token/${SECTION}`,
    behindPassword((context, asked) => answerSection(context, deps, asked, sectionIn(context))),
  );
  app.get(
    `/share/:token/${LIST}`,
    behindPassword((context, asked) => answerList(context, deps, asked, listIn(context))),
  );
  app.get(
    `/share/:token/${LIST_FILE}`,
    behindPassword((context, asked) =>
      answerCsv(context, deps, { ...asked, files: fileQueue(asked.place) }, fileIn(context)),
    ),
  );
  // Shown by the browser after a wrong password.
  app.get(
    '/share/:token/password',
    withLink(async (context, shared) => context.redirect(sharedPath(shared, ''), 303)),
  );
  const openLink = withLink(async (context, shared) => {
    const { link } = shared;
    const form = await sentForm(context.req);
    const next = sharedPath(shared, form.text('next'));
    await guesses.count(context, link.token);
    if (!(await opensSharedLink(link, form.text('password')))) {
      return askPassword(context, shared, next, { password: 'Incorrect password.' });
    }
    await guesses.forgive(context, link.token);
    access.open(context, link);
    return context.redirect(next, 303);
  });
  app.post('/share/:token/password', openLink);
  return app;
}

/** The path if it belongs to the link, else that of its figures. */
function sharedPath({ place }: Shared, text: string): string {
  const { pathname = '', search = '' } = parseUrl(`http://localhost${text}`) ?? {};
  if (pathname === place.path || pathname.startsWith(`${place.path}/`)) return pathname + search;
  return place.embedded ? `${place.path}?embed=1` : place.path;
}

const askPassword = (context: Context, shared: Shared, next: string, errors: FieldErrors = {}): Promise<Response> =>
  html(context, <PasswordPage {...{ shared, next, errors }} />, 403, { embeddable: shared.place.embedded });

/** Readers of a revoked or mistyped link usually have no account. */
const DeadLinkPage: FC = () => (
  <Page title="Link unavailable" bare>
    <section class="centered failure">
      <h1>This link is no longer available</h1>
      <p>
        The shared dashboard was removed, or the link is incomplete. Ask the person who shared it with you for a new
        link.
      </p>
    </section>
  </Page>
);

interface PasswordProps {
  readonly shared: Shared;
  /** Path to open after the password. */
  readonly next: string;
  readonly errors: FieldErrors;
}

const PasswordPage: FC<PasswordProps> = ({ shared: { website, place }, next, errors }) => (
  <Page title="Shared dashboard" theme={website.chartTheme} bare={place.embedded}>
    <section class="card share-password">
      <div class="card-head">
        <h1>Shared dashboard</h1>
        <p>This dashboard is password-protected.</p>
      </div>
      <Form action={`${place.path}/password${place.embedded ? '?embed=1' : ''}`}>
        <Field
          form={{ values: { password: '' }, errors }}
          name="password"
          type="password"
          label="Password"
          autocomplete="current-password"
          required
          autofocus
        />
        <input type="hidden" name="next" value={next} />
        <Button>View dashboard</Button>
      </Form>
    </section>
  </Page>
);
