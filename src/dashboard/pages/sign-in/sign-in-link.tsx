import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { takeMailedLink } from '../../../accounts/mailed-links.js';
import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import { t } from '../../../lib/language/translate.js';
import { optionalViewer, type ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { ButtonLink } from '../../ui/form.js';
import { letIn } from './entrance.js';
import { pendingSignIn } from './pending-sign-in.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/sign-in/:token`, the link that the demo prints. It replaces the password, not the second factor. */
export function signInLinkRoute(deps: DashboardDeps): Hono<ViewerEnv> {
  const { db, now, lookups } = deps;
  const findViewer = optionalViewer(deps);
  const pending = pendingSignIn(deps);
  const routes = new Hono<ViewerEnv>();
  routes.get('/sign-in/:token', async (context) => {
    const token = context.req.param('token');
    // HEAD requests must not use up the link.
    if (context.req.method === 'HEAD') return context.body(null, 204);
    const link = await lookups.find(context, 'mailed-link', token, () => takeMailedLink(db, token, 'sign-in', now()));
    const credentials = link && (await readCredentials(db, link.accountId));
    if (link === undefined || credentials === undefined) {
      // A browser that preloaded the page has used up the link, and is signed in.
      return (await findViewer(context)) ? context.redirect('/', 303) : html(context, <DeadLinkPage />, 404);
    }
    const { email, mark, secondFactor } = credentials;
    if (!secondFactor) return letIn(deps, context, { id: link.accountId, email, mark });
    pending.begin(context, { id: link.accountId, mark });
    return context.redirect('/login/two-factor', 303);
  });
  return routes;
}

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link doesn’t work')}>
    <div class="stack">
      <p>
        {t(
          'It was already used or is more than 15 minutes old. You can sign in with the email and password that the demo printed.',
        )}
      </p>
      <p>
        <ButtonLink href="/login">{t('Sign in')}</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
