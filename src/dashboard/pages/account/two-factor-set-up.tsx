import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { authenticatorUri, beginTwoFactor, confirmTwoFactor, findTwoFactor } from '../../../accounts/two-factor.js';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import { type PageRoute, refuse, viewerForm } from '../../page-route.js';
import { Copyable, CopyButton } from '../../ui/copy.js';
import { ownPassword } from '../../ui/credential-fields.js';
import { Fields, line } from '../../ui/fields.js';
import { ButtonLink, Form, Notice, SubmitOrCancel } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { withBothFactors } from './own-factors.js';
import { QrCode } from './qr-code.js';

const SECURITY = '/settings/security';

const beginSetUp = viewerForm({
  path: '/begin',
  submit: async (_, { viewer, context, path, deps }) => {
    await beginTwoFactor(deps.db, viewer.id);
    return context.redirect(path, 303);
  },
});

const enableTwoFactor = viewerForm({
  path: '',
  fields: {
    code: line('Two-factor code', {
      hint: '6-digit code from your app.',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: 12,
      required: true,
    }),
    password: ownPassword('Your password'),
  },
  submit: async ({ password, code }, visit) => {
    const proof = { password, code: code.replace(/\s/g, '') };
    const { viewer, context, deps } = visit;
    const enabled = withBothFactors(visit, () => confirmTwoFactor(deps.db, viewer.id, proof, deps.now()));
    const codes = await enabled.catch(refuse);
    deps.notifyOwner(context, 'second-factor-on', viewer.email);
    return html(context, <RecoveryCodesPage viewer={viewer} codes={codes} />);
  },
});

/** `/settings/two-factor`, which shows the secret for the authenticator, and asks for its first code. */
export const twoFactorSetUpPage: PageRoute<'viewer'> = {
  path: '/settings/two-factor',
  access: 'viewer',
  forms: [beginSetUp, enableTwoFactor],
  show: async (visit) => {
    const { viewer, context, deps } = visit;
    const twoFactor = await findTwoFactor(deps.db, viewer.id);
    if (twoFactor.state !== 'pending') return context.redirect(SECURITY, 303);
    const { secret } = twoFactor;
    const form = visit.of(enableTwoFactor);
    return (
      <Page title={t('Set up two-factor authentication')} viewer={viewer}>
        <div class="narrow stack">
          <h1>{t('Set up two-factor authentication')}</h1>
          <section class="card stack">
            <h2>{t('1. Add Footfall to your authenticator app')}</h2>
            <p>{t('Scan this QR code with your authenticator app.')}</p>
            <QrCode
              text={authenticatorUri(secret, viewer.email)}
              label={t('QR code with the key for your authenticator')}
            />
            <p>{t('Can’t scan it? Enter this key instead:')}</p>
            <Copyable value={secret} label={t('the key for your authenticator')} />
          </section>
          <section class="card">
            <Form form={form}>
              <h2>{t('2. Enter the code from the app')}</h2>
              <Fields form={form} />
              <SubmitOrCancel cancel={SECURITY}>{t('Enable')}</SubmitOrCancel>
            </Form>
          </section>
        </div>
      </Page>
    );
  },
};

/** The codes are shown only once. */
export const RecoveryCodesPage: FC<{ viewer: Account; codes: readonly string[] }> = ({ viewer, codes }) => (
  <Page title={t('Recovery codes')} viewer={viewer}>
    <div class="narrow stack" data-reload-as={SECURITY}>
      <h1>{t('Two-factor authentication is on')}</h1>
      <section class="card stack">
        <h2>{t('Save your recovery codes')}</h2>
        <p>{t('If you lose your authenticator, each code signs you in once. Without them you would be locked out.')}</p>
        <Notice>{t('They are shown only once. Print them or store them in your password manager.')}</Notice>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="row">
          <CopyButton value={codes.join('\n')} label={t('all recovery codes')}>
            {t('Copy all')}
          </CopyButton>
          <ButtonLink href={SECURITY}>{t('I’ve saved them')}</ButtonLink>
        </div>
      </section>
    </div>
  </Page>
);
