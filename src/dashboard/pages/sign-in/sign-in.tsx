import type { Context } from 'hono';
import { storedEmail } from '../../../accounts/accounts.js';
import { verifyPassword } from '../../../accounts/passwords.js';
import { t } from '../../../lib/language/translate.js';
import { optionalViewer, ownPath } from '../../access/viewer.js';
import { FormRefusal, type PageRoute, publicForm } from '../../page-route.js';
import { ownPassword, userName } from '../../ui/credential-fields.js';
import { Field } from '../../ui/fields.js';
import { Button, Form, Notice } from '../../ui/form.js';
import { letIn, nextPath } from './entrance.js';
import { pendingSignIn } from './pending-sign-in.js';
import { SignInLayout } from './sign-in-layout.js';

const signIn = publicForm({
  path: '',
  fields: { email: userName, password: ownPassword('Password'), next: nextPath },
  submit: async ({ email, password, next }, { context, deps }) => {
    const { passwords } = deps.guesses;
    const subject = storedEmail(email);
    await passwords.count(context, subject);
    const account = await verifyPassword(deps.db, email, password);
    if (account === undefined) throw new FormRefusal({ '': t('Incorrect email or password.') });
    await passwords.forgive(context, subject);
    if (!account.secondFactor) return letIn(deps, context, account, next);
    pendingSignIn(deps).begin(context, account);
    return context.redirect(secondStepPath(next), 303);
  },
});

const secondStepPath = (next: string): string =>
  next === '/' ? '/login/two-factor' : `/login/two-factor?${new URLSearchParams({ next })}`;

/** `/login`, for the email address and the password. */
export const signInPage: PageRoute<'anyone'> = {
  path: '/login',
  access: 'anyone',
  forms: [signIn],
  show: async (visit) => {
    const { context, deps, parameters } = visit;
    const form = visit.of(signIn);
    const next = form.values?.next ?? ownPath(parameters.get('next'));
    const refused = form.values !== undefined;
    if (!refused && (await optionalViewer(deps)(context as Context))) return context.redirect(next, 303);
    return (
      <SignInLayout title={t('Sign in')}>
        <Form form={form}>
          {parameters.has('left') && <Notice kind="good">{t('You’ve signed out.')}</Notice>}
          {parameters.has('changed') && (
            <Notice kind="good">{t('Password changed. Sign in with your new password.')}</Notice>
          )}
          {parameters.has('unsaved') && (
            <Notice kind="bad">{t('You were signed out, so nothing was saved. Sign in and try again.')}</Notice>
          )}
          {parameters.has('late') && <Notice kind="bad">{t('Your sign-in expired. Please sign in again.')}</Notice>}
          <Field form={form} name="email" autofocus={!refused} />
          <Field form={form} name="password" autofocus={refused} />
          {next !== '/' && <input type="hidden" name="next" value={next} />}
          <Button>{t('Sign in')}</Button>
          <p class="row login-more">
            <a href="/forgot-password">{t('Forgot your password?')}</a>
            {deps.allowSignup && <a href="/signup">{t('Create an account')}</a>}
          </p>
        </Form>
      </SignInLayout>
    );
  },
};
