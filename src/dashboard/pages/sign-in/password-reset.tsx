import type { FC } from 'hono/jsx';
import { resetPassword } from '../../../accounts/change-password.js';
import { t } from '../../../lib/language/translate.js';
import { knownBrowsers } from '../../access/known-browsers.js';
import { html } from '../../answer.js';
import { type PageRoute, publicForm } from '../../page-route.js';
import { newPassword } from '../../ui/credential-fields.js';
import { Fields } from '../../ui/fields.js';
import { Button, ButtonLink, Form } from '../../ui/form.js';
import { openedLinkWorks } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

const replacePassword = publicForm({
  path: '',
  fields: { password: newPassword('New password', { autofocus: true }) },
  submit: async ({ password }, { context, deps }) => {
    const token = context.req.param('token') ?? '';
    const { db, now, lookups, guesses } = deps;
    await guesses.resets.count(context, token);
    const reset = () => resetPassword(db, token, password, now());
    const email = await lookups.find(context, 'mailed-link', token, reset);
    if (email === undefined) return html(context, <DeadLinkPage />, 404);
    deps.notifyOwner(context, 'password-reset', email);
    // The link proves access to the mailbox, so this is no guess: a continuing attack must not lock out the owner.
    knownBrowsers(deps).rememberReset(context, email);
    await guesses.passwords.clear(context, email);
    return context.redirect('/login?changed', 303);
  },
});

/** `/reset-password/:token`, the link of an email. */
export const passwordResetPage: PageRoute<'anyone'> = {
  path: '/reset-password/:token',
  access: 'anyone',
  forms: [replacePassword],
  show: async (visit) => {
    if (!(await openedLinkWorks(visit, 'reset-password'))) return html(visit.context, <DeadLinkPage />, 404);
    const form = visit.of(replacePassword);
    return (
      <SignInLayout title={t('Choose a new password')} lead={t('This signs you out on all devices.')}>
        <Form form={form}>
          <Fields form={form} />
          <Button>{t('Change password')}</Button>
        </Form>
      </SignInLayout>
    );
  },
};

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link doesn’t work')}>
    <div class="stack">
      <p>{t('It was already used or is more than an hour old.')}</p>
      <p>
        <ButtonLink href="/forgot-password">{t('Request a new link')}</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
