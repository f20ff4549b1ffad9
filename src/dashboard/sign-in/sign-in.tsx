import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { storedEmail } from '../../accounts/accounts.js';
import { verifyPassword } from '../../accounts/passwords.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { Button, Field, Form, Notice } from '../form.js';
import { ownPath } from '../own-path.js';
import { sentForm } from '../sent-form.js';
import { optionalViewer, type ViewerEnv } from '../viewer.js';
import { letIn } from './entrance.js';
import type { SignInGuesses } from './guesses.js';
import { pendingSignIn } from './pending-sign-in.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/login`: email address and password. */
export function signInRoutes(deps: DashboardDeps, guesses: SignInGuesses): Hono<ViewerEnv> {
  const findViewer = optionalViewer(deps);
  const pending = pendingSignIn(deps);
  const routes = new Hono<ViewerEnv>();

  routes.get('/login', async (context) => {
    const next = ownPath(context.req.query('next'));
    if (await findViewer(context)) return context.redirect(next, 303);
    const query = context.req.query();
    const [changed, unsaved, late] = ['changed', 'unsaved', 'late'].map((name) => name in query);
    return html(context, <SignInPage {...{ next, changed, unsaved, late }} mayJoin={deps.allowSignup} />);
  });

  routes.post('/login', async (context) => {
    const form = await sentForm(context.req);
    const [email, next] = [form.text('email'), ownPath(form.text('next'))];
    const subject = storedEmail(email);
    await guesses.passwords.count(context, subject);
    const account = await verifyPassword(deps.db, email, form.text('password'));
    if (account === undefined) {
      return html(context, <SignInPage next={next} email={email} wrong mayJoin={deps.allowSignup} />, 400);
    }
    await guesses.passwords.forgive(context, subject);
    if (!account.secondFactor) return letIn(deps, context, account, next);
    pending.begin(context, account);
    return context.redirect(secondStepPath(next), 303);
  });

  return routes;
}

const secondStepPath = (next: string): string =>
  next === '/' ? '/login/two-factor' : `/login/two-factor?${new URLSearchParams({ next })}`;

interface SignInProps {
  readonly next: string;
  readonly email?: string;
  readonly wrong?: boolean;
  /** Whether the password was changed a moment ago. */
  readonly changed?: boolean | undefined;
  /** Whether a form was sent without a sign-in session. */
  readonly unsaved?: boolean | undefined;
  /** Whether the second step came too late, or the password was changed meanwhile. */
  readonly late?: boolean | undefined;
  readonly mayJoin: boolean;
}

const SignInPage: FC<SignInProps> = ({ next, email = '', wrong, changed, unsaved, late, mayJoin }) => (
  <SignInLayout title="Sign in">
    <Form action="/login">
      {changed && <Notice kind="good">Your password is changed. Sign in with the new one.</Notice>}
      {unsaved && <Notice kind="bad">You were signed out, so nothing was saved. Sign in to do it once more.</Notice>}
      {late && <Notice kind="bad">Your sign-in has expired. Sign in again.</Notice>}
      {wrong && <Notice kind="bad">The email address or the password is wrong.</Notice>}
      <Field
        name="email"
        label="Email"
        type="email"
        autocomplete="username"
        value={email}
        required
        autofocus={!wrong}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        required
        autofocus={wrong ?? false}
      />
      {next !== '/' && <input type="hidden" name="next" value={next} />}
      <Button>Sign in</Button>
      <p class="login-more">
        <a href="/forgot-password">Forgot your password?</a>
        {mayJoin && <a href="/signup">Make an account</a>}
      </p>
    </Form>
  </SignInLayout>
);
