import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { storedEmail } from '../../../accounts/accounts.js';
import { verifyPassword } from '../../../accounts/passwords.js';
import { optionalViewer, ownPath, type ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, SignInGuesses } from '../../deps.js';
import { Button, Field, Form, Notice } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { letIn } from './entrance.js';
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
    const [changed, unsaved, late, left] = ['changed', 'unsaved', 'late', 'left'].map((name) => name in query);
    return html(context, <SignInPage {...{ next, changed, unsaved, late, left }} mayJoin={deps.allowSignup} />);
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
  /** Whether the person signed out a moment ago. */
  readonly left?: boolean | undefined;
  readonly mayJoin: boolean;
}

const SignInPage: FC<SignInProps> = ({ next, email = '', wrong, changed, unsaved, late, left, mayJoin }) => (
  <SignInLayout title="Sign in">
    <Form action="/login">
      {left && <Notice kind="good">You’ve signed out.</Notice>}
      {changed && <Notice kind="good">Password changed. Sign in with your new password.</Notice>}
      {unsaved && <Notice kind="bad">You were signed out, so nothing was saved. Sign in and try again.</Notice>}
      {late && <Notice kind="bad">Your sign-in expired. Please sign in again.</Notice>}
      {wrong && <Notice kind="bad">Incorrect email or password.</Notice>}
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
        {mayJoin && <a href="/signup">Create an account</a>}
      </p>
    </Form>
  </SignInLayout>
);
