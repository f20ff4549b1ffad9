import type { FC } from 'hono/jsx';
import { verifyEmail } from '../../../accounts/mailed-links.js';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import { type PageRoute, publicForm } from '../../page-route.js';
import { Button, ButtonLink, Form } from '../../ui/form.js';
import { openedLinkWorks } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

const confirmEmail = publicForm({
  path: '',
  submit: async (_, { context, deps: { db, now, lookups } }) => {
    const token = context.req.param('token') ?? '';
    const verify = async () => (await verifyEmail(db, token, now())) || undefined;
    const verified = await lookups.find(context, 'mailed-link', token, verify);
    return verified ? html(context, <VerifiedPage />) : html(context, <DeadLinkPage />, 404);
  },
});

/** `/verify-email/:token`, which asks for a click, because mail scanners open links too. */
export const emailVerificationPage: PageRoute<'anyone'> = {
  path: '/verify-email/:token',
  access: 'anyone',
  forms: [confirmEmail],
  show: async (visit) => {
    if (!(await openedLinkWorks(visit, 'verify-email'))) return html(visit.context, <DeadLinkPage />, 404);
    return (
      <SignInLayout title={t('Verify your email address')}>
        <Form>
          <p>{t('Confirm that this email address belongs to you.')}</p>
          <Button>{t('Verify email')}</Button>
        </Form>
      </SignInLayout>
    );
  },
};

const VerifiedPage: FC = () => (
  <SignInLayout title={t('Email address verified')}>
    <p>
      <ButtonLink href="/">{t('Continue to Footfall')}</ButtonLink>
    </p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link doesn’t work')}>
    <div class="stack">
      <p>{t('It was already used, is more than a day old, or the account’s email address has changed.')}</p>
      <p>
        <ButtonLink href="/settings/profile">{t('Request a new link')}</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
