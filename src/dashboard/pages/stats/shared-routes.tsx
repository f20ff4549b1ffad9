import { type Context, Hono, type Next } from 'hono';
import type { FC } from 'hono/jsx';
import { LRUCache } from 'lru-cache';
import { t } from '../../../lib/language/translate.js';
import { TaskQueue, type TaskQueueOptions } from '../../../lib/task-queue.js';
import { parseUrl } from '../../../lib/url.js';
import { findSharedLink, isExpired, opensSharedLink, type SharedLink } from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { ATTEMPT_LIMITS, SHARED_PAGES_RATE } from '../../access/attempt-limits.js';
import { attempts, rateByAddress } from '../../access/attempts.js';
import type { Place } from '../../access/place.js';
import type { WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { servePage } from '../../page-route.js';
import { ownPassword } from '../../ui/credential-fields.js';
import { isEmbedded } from '../../ui/embedded.js';
import { Field, type FieldErrors } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { sentForm } from '../../ui/sent-form.js';
import { figuresPages } from './figures-pages.js';
import { sharedAccess } from './shared-access.js';

const MAX_LINKS = 1_000;

const FILES_OF_A_LINK: TaskQueueOptions = {
  maxRunning: 1,
  maxWaiting: 3,
  maxWaitMs: 10_000,
  refusal: 'Another export of this dashboard is still running, try again later',
};

const CHANGES_OF_A_LINK: TaskQueueOptions = {
  maxRunning: 1,
  maxWaiting: 20,
  maxWaitMs: 10_000,
  refusal: 'Other changes of this dashboard are still being explained, try again later',
};

interface Shared {
  readonly link: SharedLink;
  readonly website: Website;
  readonly place: Place;
}

/**
 * Serves `/share/:token` and below: a website's figures for every holder of the link, and of its password if it has
 * one. With `embed=1` any site may frame them.
 */
export function sharedRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const access = sharedAccess(deps);
  const guesses = attempts(deps, ATTEMPT_LIMITS.sharedLinkPasswords);

  /** Slow answers of a link are produced one at a time, so that its holders leave capacity for others. */
  const queues = new LRUCache<string, Required<Pick<Place, 'files' | 'changes'>>>({ max: MAX_LINKS });
  const findQueues = (path: string) => {
    const known = queues.get(path) ?? {
      files: new TaskQueue(FILES_OF_A_LINK),
      changes: new TaskQueue(CHANGES_OF_A_LINK),
    };
    queues.set(path, known);
    return known;
  };

  const find = async (context: Context): Promise<Shared | undefined> => {
    const token = context.req.param('token') ?? '';
    const link = await deps.lookups.find(context, 'shared-link', token, () => findSharedLink(deps.db, token));
    const website = link && deps.websiteCache.byId(link.websiteId);
    context.header('X-Robots-Tag', 'noindex');
    if (!website || isExpired(link, deps.now())) return undefined;
    const path = `/share/${link.token}`;
    const place: Place = {
      path,
      own: false,
      embedded: isEmbedded(context.req),
      ...findQueues(path),
      ...(link.oneView && { oneView: { ...link.oneView, view: link.view } }),
    };
    return { link, website, place };
  };
  /** Other links get a page of their own. */
  const withLink =
    (use: (context: Context<WebsiteEnv>, shared: Shared, next: Next) => Promise<Response | undefined>) =>
    async (context: Context<WebsiteEnv>, next: Next): Promise<Response | undefined> => {
      const shared = await find(context);
      if (shared !== undefined) return use(context, shared, next);
      return html(context, <DeadLinkPage />, 404, { embeddable: isEmbedded(context.req) });
    };
  const requirePassword = withLink(async (context, shared, next) => {
    if (!access.isOpen(context, shared.link)) {
      const { pathname, search } = new URL(context.req.url);
      return askPassword(context, shared, pathname + search);
    }
    context.set('website', shared.website);
    context.set('place', shared.place);
    await next();
    return undefined;
  });

  const app = new Hono<WebsiteEnv>();
  app.use('/share/*', rateByAddress(deps, SHARED_PAGES_RATE));
  for (const page of figuresPages) {
    const path = page.path.replace('/websites/:id', '/share/:token');
    app.route('/', servePage(deps, { ...page, path }, requirePassword));
  }
  // Shown by the browser after a wrong password.
  app.get(
    '/share/:token/password',
    withLink(async (context, shared) => context.redirect(sharedPath(shared, ''), 303)),
  );
  app.post(
    '/share/:token/password',
    withLink(async (context, shared) => {
      const { link } = shared;
      const form = await sentForm(context.req);
      const next = sharedPath(shared, form.text('next'));
      await guesses.count(context, link.token);
      if (!(await opensSharedLink(link, form.text('password')))) {
        return askPassword(context, shared, next, { password: t('Incorrect password.') });
      }
      await guesses.forgive(context, link.token);
      access.open(context, link);
      return context.redirect(next, 303);
    }),
  );
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
  <Page title={t('Link unavailable')} bare>
    <section class="centered failure">
      <h1>{t('This link is no longer available')}</h1>
      <p>
        {t(
          'The shared dashboard was removed, the link has expired, or it is incomplete. Ask the person who shared it with you for a new link.',
        )}
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
  <Page title={t('Shared dashboard')} theme={website.chartTheme} bare={place.embedded}>
    <section class="card share-password">
      <div class="card-head">
        <h1>{t('Shared dashboard')}</h1>
        <p>{t('This dashboard is password-protected.')}</p>
      </div>
      <Form action={`${place.path}/password${place.embedded ? '?embed=1' : ''}`}>
        <Field
          form={{ fields: { password: ownPassword('Password') }, values: { password: '' }, errors }}
          name="password"
          autofocus
        />
        <input type="hidden" name="next" value={next} />
        <Button>{t('View dashboard')}</Button>
      </Form>
    </section>
  </Page>
);
