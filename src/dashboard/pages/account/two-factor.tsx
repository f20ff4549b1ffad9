import { type Context, Hono } from 'hono';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, findTwoFactor } from '../../../accounts/two-factor.js';
import type { ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import type { FieldErrors } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { withBothFactors } from './own-password.js';
import { RecoveryCodesPage, SetUpPage, TurnOffPage } from './two-factor-pages.js';

const SECURITY = '/settings/security';

/** Serves `/settings/two-factor`: sets up an authenticator, and turns it off. */
export function twoFactorRoutes(
  deps: DashboardDeps,
  guesses: SignInGuesses,
  notifyOwner: NotifyOwner,
): Hono<ViewerEnv> {
  const { db, now } = deps;
  const routes = new Hono<ViewerEnv>();

  routes.post('/settings/two-factor/begin', async (context) => {
    await beginTwoFactor(db, context.get('viewer').id);
    return context.redirect('/settings/two-factor', 303);
  });

  routes.get('/settings/two-factor', (context) => showSetUp(context));

  routes.post('/settings/two-factor', async (context) => {
    const viewer = context.get('viewer');
    const form = await sentForm(context.req);
    const proof = { password: form.text('password'), code: form.text('code').replace(/\s/g, '') };
    try {
      const codes = await withBothFactors(context, guesses, () => confirmTwoFactor(db, viewer.id, proof, now()));
      notifyOwner(context, 'second-factor-on', viewer.email);
      return html(context, <RecoveryCodesPage viewer={viewer} codes={codes} />);
    } catch (thrown) {
      return showSetUp(context, toFieldErrors(thrown));
    }
  });

  routes.get('/settings/two-factor/off', (context) => html(context, <TurnOffPage viewer={context.get('viewer')} />));

  routes.post('/settings/two-factor/off', async (context) => {
    const viewer = context.get('viewer');
    const form = await sentForm(context.req);
    const proof = { password: form.text('password'), code: form.text('code') };
    try {
      await withBothFactors(context, guesses, () => endTwoFactor(db, viewer.id, proof, now()));
      notifyOwner(context, 'second-factor-off', viewer.email);
      return context.redirect(`${SECURITY}?done=two-factor-off`, 303);
    } catch (thrown) {
      return html(context, <TurnOffPage viewer={viewer} errors={toFieldErrors(thrown)} />, 400);
    }
  });

  async function showSetUp(context: Context<ViewerEnv>, errors?: FieldErrors): Promise<Response> {
    const viewer = context.get('viewer');
    const twoFactor = await findTwoFactor(db, viewer.id);
    if (twoFactor.state !== 'pending') return context.redirect(SECURITY, 303);
    const page = <SetUpPage viewer={viewer} secret={twoFactor.secret} errors={errors} />;
    return html(context, page, errors === undefined ? 200 : 400);
  }

  return routes;
}
