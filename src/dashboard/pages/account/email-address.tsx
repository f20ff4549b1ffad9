import { storedEmail } from '../../../accounts/accounts.js';
import { changeEmail } from '../../../accounts/profile.js';
import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import { t } from '../../../lib/language/translate.js';
import { knownBrowsers } from '../../access/known-browsers.js';
import { FormRefusal, type Section, viewerForm } from '../../page-route.js';
import { ownCode, ownPassword } from '../../ui/credential-fields.js';
import { Field, line } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { mailLink } from '../sign-in/mail-link.js';
import { NoMailServer } from '../sign-in/sign-in-layout.js';
import { withOwnFactors } from './own-factors.js';

const changeAddress = viewerForm({
  path: '/email',
  fields: {
    email: line('New email address', { type: 'email', autocomplete: 'email', required: true }),
    password: ownPassword('Your password'),
    code: ownCode,
  },
  submit: async (change, visit) => {
    const { viewer, context, deps } = visit;
    const { delivers } = deps.mailer;
    if (delivers) await deps.guesses.linkEmails.count(context, storedEmail(change.email));
    await withOwnFactors(visit, async () => {
      const email = await changeEmail(deps.db, viewer.id, change, deps.now());
      knownBrowsers(deps).remember(context, email);
      if (email !== viewer.email) deps.notifyOwner(context, 'email-changed', email, viewer.email);
      if (delivers) void mailLink(deps, { ...viewer, email }, 'verify-email');
    });
  },
  done: { key: 'email', text: 'Email address changed.' },
});

const sendVerification = viewerForm({
  path: '/email/verify',
  submit: async (_, { viewer, context, deps }) => {
    await deps.guesses.linkEmails.count(context, viewer.email);
    if (!(await mailLink(deps, viewer, 'verify-email'))) {
      throw new FormRefusal({ '': t('The email could not be sent. See the server log for details.') });
    }
  },
  done: { key: 'mailed', text: 'Verification email sent. Check your inbox.' },
});

export const emailForms = [changeAddress, sendVerification];

export const emailAddress: Section<'viewer'> = async (visit) => {
  const { viewer, deps } = visit;
  const credentials = await readCredentials(deps.db, viewer.id);
  const change = visit.of(changeAddress);
  const verification = visit.of(sendVerification);
  return (
    <SettingsPart
      id="email-address"
      title={t('Email address')}
      about={t('Used to sign in and to reset your password.')}
    >
      <p class="row">
        <strong>{viewer.email}</strong>
        {viewer.emailVerifiedAt === null ? (
          <span class="chip">{t('Not verified')}</span>
        ) : (
          <span class="chip chip-good">{t('Verified')}</span>
        )}
      </p>
      {viewer.emailVerifiedAt === null && (
        <Form form={verification}>
          {!deps.mailer.delivers && <NoMailServer />}
          <Button kind="quiet">{t('Send verification email')}</Button>
        </Form>
      )}
      <details class="more" open={change.values !== undefined}>
        <summary>{t('Change email')}</summary>
        <Form form={change}>
          <Field form={change} name="email" />
          <Field form={change} name="password" />
          {credentials?.secondFactor && <Field form={change} name="code" />}
          <Button>{t('Change email')}</Button>
        </Form>
      </details>
    </SettingsPart>
  );
};
