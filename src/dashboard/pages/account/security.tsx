import { type Context, Hono } from 'hono';
import { changePassword } from '../../../accounts/change-password.js';
import { endSignInSession, endSignInSessions, listSignInSessions } from '../../../accounts/sign-in-sessions.js';
import { findTwoFactor } from '../../../accounts/two-factor.js';
import { signInCookie } from '../../access/private-cookie.js';
import type { ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import type { FieldErrors } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { withOwnFactors } from './own-password.js';
import { SecurityPage } from './security-page.js';

const DONE: ReadonlyMap<string, string> = new Map([
  ['password', 'Password changed. All other sessions are signed out.'],
  ['session', 'Session signed out.'],
  ['others', 'All other sessions are signed out.'],
  ['two-factor-off', 'Two-factor authentication disabled.'],
]);

/** Serves `/settings/security`: password, sign-in sessions, and the state of two-factor authentication. */
export function securityRoutes(deps: DashboardDeps, guesses: SignInGuesses, notifyOwner: NotifyOwner): Hono<ViewerEnv> {
  const { db, now } = deps;
  const routes = new Hono<ViewerEnv>();

  routes.get('/settings/security', (context) => show(context));

  routes.post('/settings/security/password', async (context) => {
    const form = await sentForm(context.req);
    const change = {
      password: form.text('password'),
      newPassword: form.text('newPassword'),
      code: form.text('code'),
    };
    const viewer = context.get('viewer');
    try {
      await withOwnFactors(context, deps, guesses, () =>
        changePassword(db, viewer.id, change, context.get('sessionHash'), now()),
      );
      notifyOwner(context, 'password-changed', viewer.email);
      return context.redirect('/settings/security?done=password', 303);
    } catch (thrown) {
      return show(context, toFieldErrors(thrown));
    }
  });

  routes.post('/settings/security/sessions/end', async (context) => {
    await endSignInSession(db, context.get('viewer').id, (await sentForm(context.req)).text('session'));
    return context.redirect('/settings/security?done=session', 303);
  });

  routes.post('/settings/security/sessions/end-others', async (context) => {
    await endSignInSessions(db, context.get('viewer').id, context.get('sessionHash'));
    return context.redirect('/settings/security?done=others', 303);
  });

  routes.post('/settings/security/sessions/end-all', async (context) => {
    await endSignInSessions(db, context.get('viewer').id);
    signInCookie(deps.baseUrl).remove(context);
    return context.redirect('/login?left', 303);
  });

  async function show(context: Context<ViewerEnv>, errors?: FieldErrors): Promise<Response> {
    const viewer = context.get('viewer');
    const page = (
      <SecurityPage
        viewer={viewer}
        sessions={await listSignInSessions(db, viewer.id, now())}
        ownSession={context.get('sessionHash')}
        twoFactor={await findTwoFactor(db, viewer.id)}
        now={now()}
        done={DONE.get(context.req.query('done') ?? '')}
        errors={errors}
      />
    );
    return html(context, page, errors === undefined ? 200 : 400);
  }

  return routes;
}
