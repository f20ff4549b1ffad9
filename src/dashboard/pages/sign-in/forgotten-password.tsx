import { randomInt } from 'node:crypto';
import type { FC } from 'hono/jsx';
import { storedEmail } from '../../../accounts/accounts.js';
import { createResetLink } from '../../../accounts/mailed-links.js';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import { type PageRoute, publicForm } from '../../page-route.js';
import { userName } from '../../ui/credential-fields.js';
import { Fields } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';
import { sendLink } from './mail-link.js';
import { NoMailServer, SignInLayout } from './sign-in-layout.js';

const requestLink = publicForm({
  path: '',
  fields: { email: userName },
  submit: async ({ email }, { context, deps }) => {
    await deps.guesses.linkEmails.count(context, storedEmail(email));
    const link = await createResetLink(deps.db, email, deps.now());
    later(() => link && sendLink(deps, 'reset-password', link));
    return html(context, <LinkSentPage email={email} delivers={deps.mailer.delivers} />);
  },
});

const MAX_DELAY_MS = 2_000;

/**
 * Runs a task at a random moment within two seconds. The time it takes to send an email would otherwise reveal that the
 * account exists.
 */
function later(task: () => unknown): void {
  setTimeout(task, randomInt(MAX_DELAY_MS));
}

/** `/forgot-password`, which mails a link. */
export const forgottenPasswordPage: PageRoute<'anyone'> = {
  path: '/forgot-password',
  access: 'anyone',
  forms: [requestLink],
  show: (visit) => {
    const form = visit.of(requestLink);
    return (
      <SignInLayout title={t('Forgot your password?')} lead={t('We’ll email you a link to reset it.')}>
        <Form form={form}>
          <Fields form={form} />
          <Button>{t('Send reset link')}</Button>
          <p class="row login-more">
            <a href="/login">{t('Back to sign in')}</a>
          </p>
        </Form>
      </SignInLayout>
    );
  },
};

const LinkSentPage: FC<{ email: string; delivers: boolean }> = ({ email, delivers }) => (
  <SignInLayout title={delivers ? t('Check your inbox') : t('Check the server log')}>
    <div class="stack">
      <p>
        {rich(
          'If there is an account for {email}, we’ve created a reset link. It works once and expires after an hour.',
          { email: <strong>{email}</strong> },
        )}
      </p>
      {!delivers && <NoMailServer />}
      <p>
        <a href="/login">{t('Back to sign in')}</a>
      </p>
    </div>
  </SignInLayout>
);
