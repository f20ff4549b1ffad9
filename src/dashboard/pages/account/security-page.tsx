import type { FC } from 'hono/jsx';
import { changePassword } from '../../../accounts/change-password.js';
import { findTwoFactor, type TwoFactor } from '../../../accounts/two-factor.js';
import { t } from '../../../lib/language/translate.js';
import { type FormValues, type PageRoute, viewerForm } from '../../page-route.js';
import { newPassword, ownCode, ownPassword } from '../../ui/credential-fields.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { ActionButton, Button, ButtonLink, Form } from '../../ui/form.js';
import { Day } from '../../ui/moment.js';
import { rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { withOwnFactors } from './own-factors.js';
import { sessionForms, sessions } from './sessions.js';
import { SettingsPage } from './settings-page.js';
import { disableTwoFactor } from './two-factor-off.js';

const setPassword = viewerForm({
  path: '/password',
  fields: {
    password: ownPassword('Current password'),
    newPassword: newPassword('New password'),
    code: ownCode,
  },
  submit: async (change, visit) => {
    const { viewer, context, deps } = visit;
    await withOwnFactors(visit, () =>
      changePassword(deps.db, viewer.id, change, context.get('sessionHash'), deps.now()),
    );
    deps.notifyOwner(context, 'password-changed', viewer.email);
  },
  done: { key: 'password', text: 'Password changed. All other sessions are signed out.' },
});

const PasswordPart: FC<{ form: ShownForm<FormValues<typeof setPassword>>; secondFactor: boolean }> = ({
  form,
  secondFactor,
}) => (
  <SettingsPart id="password-part" title={t('Password')} about={t('Changing it signs out all other sessions.')}>
    <Form form={form}>
      <Field form={form} name="password" />
      <Field form={form} name="newPassword" />
      {secondFactor && <Field form={form} name="code" />}
      <Button>{t('Change password')}</Button>
    </Form>
  </SettingsPart>
);

const TwoFactorPart: FC<{ twoFactor: TwoFactor }> = ({ twoFactor }) => (
  <SettingsPart
    id="two-factor-part"
    title={t('Two-factor authentication')}
    about={t('Also asks for a code from an authenticator app when you sign in, so a stolen password is not enough.')}
  >
    {twoFactor.state === 'on' ? (
      <>
        <p class="row">
          <span class="chip chip-good">{t('On')}</span>
          <span class="muted">
            {rich('since {day}', { day: <Day at={twoFactor.since} /> })} ·{' '}
            {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', {
              count: twoFactor.recoveryCodesLeft,
            })}
          </span>
        </p>
        <p>
          <ButtonLink kind="quiet" href="/settings/two-factor/off">
            {t('Disable')}
          </ButtonLink>
        </p>
      </>
    ) : (
      <>
        <p class="row">
          <span class="chip">{t('Off')}</span>
        </p>
        <ActionButton action="/settings/two-factor/begin">{t('Set up')}</ActionButton>
      </>
    )}
  </SettingsPart>
);

const FORMS = [setPassword, ...sessionForms];

/** `/settings/security` */
export const securityPage: PageRoute<'viewer'> = {
  path: '/settings/security',
  access: 'viewer',
  forms: FORMS,
  show: async (visit) => {
    const twoFactor = await findTwoFactor(visit.deps.db, visit.viewer.id);
    return (
      <SettingsPage current="Security" visit={visit} forms={[...FORMS, disableTwoFactor]}>
        <PasswordPart form={visit.of(setPassword)} secondFactor={twoFactor.state === 'on'} />
        <TwoFactorPart twoFactor={twoFactor} />
        {await sessions(visit)}
      </SettingsPage>
    );
  },
};
