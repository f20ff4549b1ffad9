import { type Context, Hono } from 'hono';
import { storedEmail } from '../../../accounts/accounts.js';
import { changeEmail, changeProfile, removePicture, setPicture } from '../../../accounts/profile.js';
import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import { accountUsage } from '../../../http/account-usage.js';
import { knownBrowsers } from '../../access/known-browsers.js';
import type { ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import { sentForm } from '../../ui/sent-form.js';
import { mailLink } from '../sign-in/mail-link.js';
import { withOwnFactors } from './own-password.js';
import { ProfilePage, type ProfileTry } from './profile-page.js';

const DONE: ReadonlyMap<string, string> = new Map([
  ['names', 'Name saved.'],
  ['picture', 'Picture saved.'],
  ['no-picture', 'Picture removed.'],
  ['email', 'Email address changed.'],
  ['mailed', 'Verification email sent. Check your inbox.'],
]);

/** Serves `/settings/profile`: names, picture, email address and usage of the plan. */
export function profileRoutes(deps: DashboardDeps, guesses: SignInGuesses, notifyOwner: NotifyOwner): Hono<ViewerEnv> {
  const { db, services, mailer, now } = deps;
  const browsers = knownBrowsers(deps);
  const routes = new Hono<ViewerEnv>();

  routes.get('/settings/profile', (context) => show(context));

  routes.post('/settings/profile', async (context) => {
    const form = await sentForm(context.req);
    const names = { firstName: form.text('firstName'), lastName: form.text('lastName') };
    return attempt(context, 'names', { names }, () => changeProfile(db, context.get('viewer').id, names));
  });

  routes.post('/settings/profile/picture', async (context) => {
    const file = (await sentForm(context.req)).file('picture');
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
    return attempt(context, 'picture', {}, () => setPicture(db, context.get('viewer').id, bytes));
  });

  routes.post('/settings/profile/picture/remove', (context) =>
    attempt(context, 'no-picture', {}, () => removePicture(db, context.get('viewer').id)),
  );

  routes.post('/settings/profile/email', async (context) => {
    const { id, email: formerEmail } = context.get('viewer');
    const form = await sentForm(context.req);
    const [email, password, code] = [form.text('email'), form.text('password'), form.text('code')];
    if (mailer.delivers) await guesses.linkEmails.count(context, storedEmail(email));
    return attempt(context, 'email', { email }, () =>
      withOwnFactors(context, deps, guesses, async () => {
        const stored = await changeEmail(db, id, { email, password, code }, now());
        browsers.remember(context, stored);
        if (stored !== formerEmail) notifyOwner(context, 'email-changed', stored, formerEmail);
        if (mailer.delivers) void mailLink(deps, { id, email: stored }, 'verify-email');
      }),
    );
  });

  routes.post('/settings/profile/email/verify', async (context) => {
    const viewer = context.get('viewer');
    await guesses.linkEmails.count(context, viewer.email);
    if (await mailLink(deps, viewer, 'verify-email')) return context.redirect('/settings/profile?done=mailed', 303);
    return show(context, { errors: { mailed: 'The email could not be sent. See the server log for details.' } });
  });

  /** Performs a form's action, or shows the form again with its contents and errors. */
  async function attempt(
    context: Context<ViewerEnv>,
    done: string,
    typed: ProfileTry,
    change: () => Promise<void>,
  ): Promise<Response> {
    try {
      await change();
      return context.redirect(`/settings/profile?done=${done}`, 303);
    } catch (thrown) {
      return show(context, { ...typed, errors: toFieldErrors(thrown) });
    }
  }

  async function show(context: Context<ViewerEnv>, tried: ProfileTry = {}): Promise<Response> {
    const viewer = context.get('viewer');
    const done = DONE.get(context.req.query('done') ?? '');
    const usage = await accountUsage(services, viewer.id);
    const secondFactor = (await readCredentials(db, viewer.id))?.secondFactor ?? false;
    const { delivers } = mailer;
    const page = <ProfilePage {...{ viewer, usage, tried, done, delivers, secondFactor }} />;
    return html(context, page, tried.errors === undefined ? 200 : 400);
  }

  return routes;
}
