import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hasAccounts } from '../accounts/accounts.js';
import { MAX_PICTURE_BYTES } from '../accounts/profile.js';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { memoizePromise } from '../lib/memoize.js';
import { readBiColumns } from '../sql/bi-columns.js';
import { FirstEvents } from '../stats/reports/first-event.js';
import { MAX_ICON_BYTES } from '../websites/icon.js';
import { ATTEMPT_LIMITS } from './access/attempt-limits.js';
import { attempts } from './access/attempts.js';
import { ownPagesOnly } from './access/csrf.js';
import { ownerNotices } from './access/notify-owner.js';
import { inBrowserLanguage } from './access/request-language.js';
import { optionalViewer, requireSignIn, type ViewerEnv } from './access/viewer.js';
import { assetRoutes } from './assets.js';
import type { DashboardDeps } from './deps.js';
import { servePage } from './page-route.js';
import { sendLimits } from './pages/notifications/sending.js';
import { unsubscribeRoutes } from './pages/notifications/unsubscribe-routes.js';
import { pages as allPages } from './pages/pages.js';
import { RealtimeReadings } from './pages/realtime/realtime-readings.js';
import { StreamSlots } from './pages/realtime/stream-slots.js';
import { signInLinkRoute } from './pages/sign-in/sign-in-link.js';
import { signOut } from './pages/sign-in/sign-out.js';
import { sharedRoutes } from './pages/stats/shared-routes.js';
import { chooseColorMode } from './ui/color-mode.js';
import { isApiPath } from './ui/failure-page.js';

const MAX_FORM_BYTES = 256 * 1024;

/** The rest is created once, from these. */
type GivenDeps = Omit<
  DashboardDeps,
  'firstEvents' | 'guesses' | 'sendLimits' | 'notifyOwner' | 'readColumns' | 'realtimeReadings' | 'streamSlots'
>;

/** Mount it at `/` after everything else: a path without an earlier route is a page, or not found. */
export function dashboard(given: GivenDeps): Hono {
  const deps: DashboardDeps = {
    ...given,
    firstEvents: new FirstEvents(given.now),
    guesses: signInGuesses(given),
    sendLimits: sendLimits(given),
    notifyOwner: ownerNotices(given),
    readColumns: memoizePromise(() => readBiColumns(given.services.clickhouse)),
    realtimeReadings: new RealtimeReadings(given.services.clickhouse, given.now),
    streamSlots: new StreamSlots(),
  };
  const pages = new Hono();
  pages.use(exceptPrograms(ownPagesOnly(deps.baseUrl)), exceptPrograms(limitedForm));
  pages.get('/', home(deps));
  pages.post('/mode', chooseColorMode);
  pages.post('/logout', signOut(deps));
  if (deps.signInLinks) pages.route('/', signInLinkRoute(deps));
  for (const page of allPages) pages.route('/', servePage(deps, page));
  // Unknown paths of the settings also require signing in.
  pages.use('/settings/*', requireSignIn(deps));
  pages.get('/settings', requireSignIn(deps), (context) => context.redirect('/settings/profile', 303));
  pages.route('/', sharedRoutes(deps));
  pages.use(exceptPrograms(noSuchPage(deps)));

  const app = new Hono();
  app.use(exceptPrograms(inBrowserLanguage));
  app.route('/', assetRoutes());
  // Mail programs post to this page from their own servers, so the CSRF check cannot apply.
  app.route('/', unsubscribeRoutes(deps));
  app.route('/', pages);
  return app;
}

const signInGuesses = (deps: GivenDeps): DashboardDeps['guesses'] => ({
  passwords: attempts(deps, ATTEMPT_LIMITS.passwords),
  codes: attempts(deps, ATTEMPT_LIMITS.codes),
  linkEmails: attempts(deps, ATTEMPT_LIMITS.linkEmails),
  resets: attempts(deps, ATTEMPT_LIMITS.resets),
  signups: attempts(deps, ATTEMPT_LIMITS.signups),
});

const limitedForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw new AppError('too_large', [
      t('The form is larger than {form} KiB. An icon can be up to {icon} KiB, a picture up to {picture} KiB', {
        form: MAX_FORM_BYTES / 1024,
        icon: MAX_ICON_BYTES / 1024,
        picture: MAX_PICTURE_BYTES / 1024,
      }),
    ]);
  },
});

/** API paths share the root. */
const exceptPrograms =
  <Env extends object>(middleware: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
  (context, next) =>
    isApiPath(context.req.path) ? next() : middleware(context, next);

/** Keeps the top bar for a signed-in viewer. */
function noSuchPage(deps: DashboardDeps): MiddlewareHandler<ViewerEnv> {
  const findViewer = optionalViewer(deps);
  return async (context) => {
    await findViewer(context);
    throw new AppError('not_found', ['Not found']);
  };
}

function home(deps: DashboardDeps) {
  const findViewer = optionalViewer(deps);
  return async (context: Context<ViewerEnv>): Promise<Response> => {
    if (await findViewer(context)) return context.redirect('/websites', 303);
    return context.redirect((await hasAccounts(deps.db)) ? '/login' : '/welcome', 303);
  };
}
