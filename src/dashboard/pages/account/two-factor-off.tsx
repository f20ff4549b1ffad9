import { endTwoFactor } from '../../../accounts/two-factor.js';
import { t } from '../../../lib/language/translate.js';
import { type PageRoute, viewerForm } from '../../page-route.js';
import { ownCode, ownPassword } from '../../ui/credential-fields.js';
import { Fields } from '../../ui/fields.js';
import { Form, SubmitOrCancel } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { withBothFactors } from './own-factors.js';

export const disableTwoFactor = viewerForm({
  path: '',
  fields: { password: ownPassword('Your password'), code: ownCode },
  submit: async (proof, visit) => {
    const { viewer, context, deps } = visit;
    await withBothFactors(visit, () => endTwoFactor(deps.db, viewer.id, proof, deps.now()));
    deps.notifyOwner(context, 'second-factor-off', viewer.email);
    return context.redirect('/settings/security?done=two-factor-off', 303);
  },
  done: { key: 'two-factor-off', text: 'Two-factor authentication disabled.' },
});

/** `/settings/two-factor/off`, which asks for both factors. */
export const twoFactorOffPage: PageRoute<'viewer'> = {
  path: '/settings/two-factor/off',
  access: 'viewer',
  forms: [disableTwoFactor],
  show: (visit) => {
    const form = visit.of(disableTwoFactor);
    return (
      <Page title={t('Disable two-factor authentication')} viewer={visit.viewer}>
        <div class="narrow stack">
          <h1>{t('Disable two-factor authentication')}</h1>
          <section class="card">
            <Form form={form}>
              <p>{t('You’ll sign in with only your password, and your recovery codes stop working.')}</p>
              <Fields form={form} />
              <SubmitOrCancel kind="danger" cancel="/settings/security">
                {t('Disable')}
              </SubmitOrCancel>
            </Form>
          </section>
        </div>
      </Page>
    );
  },
};
