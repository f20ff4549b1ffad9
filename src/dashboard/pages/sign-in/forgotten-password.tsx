import { randomInt } from 'node:crypto';
import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { storedEmail } from '../../../accounts/accounts.js';
import { resetPassword } from '../../../accounts/change-password.js';
import { createResetLink, mailedLinkWorks } from '../../../accounts/mailed-links.js';
import { knownBrowsers } from '../../access/known-browsers.js';
import { html } from '../../answer.js';
import type { DashboardDeps, NotifyOwner, SignInGuesses } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import { Button, ButtonLink, Field, type FieldErrors, Form } from '../../ui/form.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { sentForm } from '../../ui/sent-form.js';
import { sendLink } from './mail-link.js';
import { NoMailServer, SignInLayout } from './sign-in-layout.js';

/** Serves `/forgot-password`, which mails a link, and `/reset-password/:token`, its target. */
export function forgottenPasswordRoutes(deps: DashboardDeps, guesses: SignInGuesses, notifyOwner: NotifyOwner): Hono {
  const { db, now, mailer, lookups } = deps;
  const browsers = knownBrowsers(deps);
  const routes = new Hono();

  routes.get('/forgot-password', (context) => html(context, <ForgottenPage />));
  routes.post('/forgot-password', async (context) => {
    const email = (await sentForm(context.req)).text('email');
    await guesses.linkEmails.count(context, storedEmail(email));
    const link = await createResetLink(db, email, now());
    later(() => link && sendLink(deps, 'reset-password', link));
    return html(context, <LinkSentPage email={email} delivers={mailer.delivers} />);
  });

  routes.get('/reset-password/:token', async (context) => {
    const token = context.req.param('token');
    const look = async () => (await mailedLinkWorks(db, token, 'reset-password', now())) || undefined;
    const works = await lookups.find(context, 'mailed-link', token, look);
    return works ? html(context, <NewPasswordPage />) : html(context, <DeadLinkPage />, 404);
  });
  routes.post('/reset-password/:token', async (context) => {
    const [token, password] = [context.req.param('token'), (await sentForm(context.req)).text('password')];
    await guesses.resets.count(context, token);
    try {
      const reset = () => resetPassword(db, token, password, now());
      const email = await lookups.find(context, 'mailed-link', token, reset);
      if (email === undefined) return html(context, <DeadLinkPage />, 404);
      notifyOwner(context, 'password-reset', email);
      // A reader of the owner's mail is not guessing: a continuing attack must not lock them out.
      browsers.rememberReset(context, email);
      await guesses.passwords.clear(context, email);
      return context.redirect('/login?changed', 303);
    } catch (thrown) {
      return html(context, <NewPasswordPage errors={toFieldErrors(thrown)} />, 400);
    }
  });

  return routes;
}

const MAX_DELAY_MS = 2_000;

/**
 * Runs a task at a random moment within two seconds. Sending an email takes time, which would reveal in this answer, or
 * in the next one of this process, that the account exists.
 */
function later(task: () => unknown): void {
  setTimeout(task, randomInt(MAX_DELAY_MS));
}

const ForgottenPage: FC = () => (
  <SignInLayout title="Forgot your password?" lead="We’ll email you a link to reset it.">
    <Form action="/forgot-password">
      <Field name="email" label="Email" type="email" autocomplete="username" required autofocus />
      <Button>Send reset link</Button>
      <p class="login-more">
        <a href="/login">Back to sign in</a>
      </p>
    </Form>
  </SignInLayout>
);

const LinkSentPage: FC<{ email: string; delivers: boolean }> = ({ email, delivers }) => (
  <SignInLayout title={delivers ? 'Check your inbox' : 'Check the server log'}>
    <div class="stack">
      <p>
        If there is an account for <strong>{email}</strong>, we’ve created a reset link. It works once and expires after
        an hour.
      </p>
      {!delivers && <NoMailServer />}
      <p>
        <a href="/login">Back to sign in</a>
      </p>
    </div>
  </SignInLayout>
);

const NewPasswordPage: FC<{ errors?: FieldErrors }> = ({ errors }) => (
  <SignInLayout title="Choose a new password" lead="This signs you out on all devices.">
    <Form errors={errors}>
      <NewPasswordField name="password" label="New password" error={errors?.password} autofocus />
      <Button>Change password</Button>
    </Form>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title="This link doesn’t work">
    <div class="stack">
      <p>It was already used or is more than an hour old.</p>
      <p>
        <ButtonLink href="/forgot-password">Request a new link</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
