import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { checkSecondFactor } from '../../../accounts/two-factor.js';
import { ownPath } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, SignInGuesses } from '../../deps.js';
import { Button, Field, Form } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { expiredPath, letIn } from './entrance.js';
import { pendingSignIn } from './pending-sign-in.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/login/two-factor`, which asks for the code within five minutes of the right password. */
export function secondStepRoutes(deps: DashboardDeps, guesses: SignInGuesses): Hono {
  const pending = pendingSignIn(deps);
  const routes = new Hono();

  routes.get('/login/two-factor', async (context) => {
    const next = ownPath(context.req.query('next'));
    if ((await pending.find(context)) === undefined) return context.redirect(expiredPath(next), 303);
    return html(context, <SecondStepPage next={next} />);
  });

  routes.post('/login/two-factor', async (context) => {
    const form = await sentForm(context.req);
    const next = ownPath(form.text('next'));
    const account = await pending.find(context);
    if (account === undefined) return context.redirect(expiredPath(next), 303);
    await guesses.codes.count(context, account.email);
    if (!(await checkSecondFactor(deps.db, account.id, form.text('code'), deps.now()))) {
      return html(context, <SecondStepPage next={next} error="That code is incorrect or expired." />, 400);
    }
    await guesses.codes.forgive(context, account.email);
    pending.end(context);
    return letIn(deps, context, account, next);
  });

  return routes;
}

const SecondStepPage: FC<{ next: string; error?: string }> = ({ next, error }) => (
  <SignInLayout title="Two-factor authentication" lead="Enter the code from your authenticator app.">
    <Form action="/login/two-factor">
      <Field
        name="code"
        label="Two-factor code"
        hint="6-digit code, or one of your recovery codes."
        error={error}
        autocomplete="one-time-code"
        maxlength={40}
        spellcheck={false}
        required
        autofocus
      />
      <input type="hidden" name="next" value={next} />
      <Button>Sign in</Button>
      <p class="login-more">
        <a href={`/login?${new URLSearchParams({ next })}`}>Sign in as someone else</a>
      </p>
    </Form>
  </SignInLayout>
);
