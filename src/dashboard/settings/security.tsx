import { type Context, Hono } from 'hono';
import { changePassword } from '../../accounts/change-password.js';
import { endLogin, endLogins, listLogins } from '../../accounts/sign-in-sessions.js';
import { twoFactorOf } from '../../accounts/two-factor.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { fieldErrorsOf } from '../field-errors.js';
import type { FieldErrors } from '../form.js';
import type { LoginGuesses } from '../logins/guesses.js';
import type { NotifyOwner } from '../notify-owner.js';
import { loginCookie } from '../private-cookie.js';
import { sentForm } from '../sent-form.js';
import type { ViewerEnv } from '../viewer.js';
import { withOwnFactors } from './own-password.js';
import { SecurityPage } from './security-page.js';

const DONE: ReadonlyMap<string, string> = new Map([
  ['password', 'Your password is changed, and every other login has ended.'],
  ['login', 'That login has ended.'],
  ['others', 'You are signed out everywhere else.'],
  ['two-factor-off', 'Two-factor authentication is off.'],
]);

/** Serves `/settings/security`: password, sign-in sessions, and the state of two-factor authentication. */
export function securityRoutes(deps: DashboardDeps, guesses: LoginGuesses, notifyOwner: NotifyOwner): Hono<ViewerEnv> {
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
        changePassword(db, viewer.id, change, context.get('loginHash'), now()),
      );
      notifyOwner(context, 'password-changed', viewer.email);
      return context.redirect('/settings/security?done=password', 303);
    } catch (thrown) {
      return show(context, fieldErrorsOf(thrown));
    }
  });

  routes.post('/settings/security/logins/end', async (context) => {
    await endLogin(db, context.get('viewer').id, (await sentForm(context.req)).text('login'));
    return context.redirect('/settings/security?done=login', 303);
  });

  routes.post('/settings/security/logins/end-others', async (context) => {
    await endLogins(db, context.get('viewer').id, context.get('loginHash'));
    return context.redirect('/settings/security?done=others', 303);
  });

  routes.post('/settings/security/logins/end-all', async (context) => {
    await endLogins(db, context.get('viewer').id);
    loginCookie(deps.baseUrl).remove(context);
    return context.redirect('/login', 303);
  });

  async function show(context: Context<ViewerEnv>, errors?: FieldErrors): Promise<Response> {
    const viewer = context.get('viewer');
    const page = (
      <SecurityPage
        viewer={viewer}
        logins={await listLogins(db, viewer.id, now())}
        ownLogin={context.get('loginHash')}
        twoFactor={await twoFactorOf(db, viewer.id)}
        now={now()}
        done={DONE.get(context.req.query('done') ?? '')}
        errors={errors}
      />
    );
    return html(context, page, errors === undefined ? 200 : 400);
  }

  return routes;
}
