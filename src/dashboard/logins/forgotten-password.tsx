import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { findAccountByEmail } from '../../accounts/find-account-by-email.js';
import { mailedLinkWorks } from '../../accounts/mailed-link.js';
import { resetPassword } from '../../accounts/reset-password.js';
import { storedEmail } from '../../accounts/stored-email.js';
import { describeError } from '../../http/error-description.js';
import { html } from '../answer.js';
import { fieldErrorsOf } from '../field-errors.js';
import { Button, ButtonLink, Field, type FieldErrors, Form } from '../form.js';
import { NewPasswordField } from '../new-password-field.js';
import type { DashboardParts } from '../parts.js';
import { sentForm } from '../sent-form.js';
import type { LoginGuesses } from './guesses.js';
import { LoginPage, NoMailServer } from './login-page.js';
import { mailLink } from './mail-link.js';

/** `/forgot-password` mails a link, `/reset-password/:token` is where it leads. */
export function forgottenPasswordRoutes(parts: DashboardParts, guesses: LoginGuesses): Hono {
  const { db, now, mailer, log } = parts;
  const routes = new Hono();

  routes.get('/forgot-password', (context) => html(context, <ForgottenPage />));
  routes.post('/forgot-password', async (context) => {
    const email = (await sentForm(context.req)).text('email');
    await guesses.letters.count(context, storedEmail(email));
    // Nothing waits for it: neither the answer nor its time tells whether there is an account.
    mailIfKnown(email).catch((error) => log.error({ error: describeError(error) }, 'no link could be made'));
    return html(context, <LetterSentPage email={email} delivers={mailer.delivers} />);
  });

  async function mailIfKnown(email: string): Promise<void> {
    const account = await findAccountByEmail(db, email);
    if (account !== undefined) await mailLink(parts, account, 'reset-password');
  }

  routes.get('/reset-password/:token', async (context) => {
    const works = await mailedLinkWorks(db, context.req.param('token'), 'reset-password', now());
    return works ? html(context, <NewPasswordPage />) : html(context, <DeadLinkPage />, 404);
  });
  routes.post('/reset-password/:token', async (context) => {
    const [token, password] = [context.req.param('token'), (await sentForm(context.req)).text('password')];
    await guesses.resets.count(context, token);
    try {
      const done = await resetPassword(db, token, password, now());
      return done ? context.redirect('/login?changed', 303) : html(context, <DeadLinkPage />, 404);
    } catch (thrown) {
      return html(context, <NewPasswordPage errors={fieldErrorsOf(thrown)} />, 400);
    }
  });

  return routes;
}

const ForgottenPage: FC = () => (
  <LoginPage title="Forgot your password?" lead="A link to choose a new one comes by e-mail.">
    <Form action="/forgot-password">
      <Field name="email" label="E-mail" type="email" autocomplete="username" required autofocus />
      <Button>Send the link</Button>
      <p class="login-more">
        <a href="/login">Back to signing in</a>
      </p>
    </Form>
  </LoginPage>
);

const LetterSentPage: FC<{ email: string; delivers: boolean }> = ({ email, delivers }) => (
  <LoginPage title={delivers ? 'Look into your mail' : 'Look into the log'}>
    <div class="stack">
      <p>
        If <strong>{email}</strong> has an account, there is a link to choose a new password now. It works once, within
        an hour.
      </p>
      {!delivers && <NoMailServer />}
      <p>
        <a href="/login">Back to signing in</a>
      </p>
    </div>
  </LoginPage>
);

const NewPasswordPage: FC<{ errors?: FieldErrors }> = ({ errors }) => (
  <LoginPage title="Choose a new password" lead="You are signed out everywhere then.">
    <Form errors={errors}>
      <NewPasswordField name="password" label="New password" error={errors?.password} autofocus />
      <Button>Change the password</Button>
    </Form>
  </LoginPage>
);

const DeadLinkPage: FC = () => (
  <LoginPage title="This link does not work">
    <div class="stack">
      <p>It was used already, or is older than an hour.</p>
      <p>
        <ButtonLink href="/forgot-password">Ask for another one</ButtonLink>
      </p>
    </div>
  </LoginPage>
);
