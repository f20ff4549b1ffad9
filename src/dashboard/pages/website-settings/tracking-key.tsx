import { t } from '../../../lib/language/translate.js';
import { regenerateTrackingKey } from '../../../websites/change-website.js';
import { type Section, websiteForm } from '../../page-route.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

export const regenerateKey = websiteForm({
  path: '/key',
  submit: async (_, { website, deps }) => {
    await regenerateTrackingKey(deps.services.websites, website, deps.now());
  },
  done: { key: 'key', text: 'New tracking key created. Replace the snippet on your pages.' },
});

export const trackingKey: Section<'website'> = async (visit) => (
  <SettingsPart id="tracking-key" title={t('Tracking key')} about={t('Used in the snippet. Safe to publish.')}>
    <Copyable value={visit.website.trackingKey} label={t('the tracking key')} />
    <div class="row">
      <ConfirmLink dialog="regenerate">{t('Regenerate key')}</ConfirmLink>
    </div>
    <ConfirmDialog
      id="regenerate"
      title={t('Regenerate the tracking key?')}
      action={visit.of(regenerateKey).action}
      consequence={t(
        'The current snippet stops working immediately. No data is collected until you add the new one. The current key cannot be restored.',
      )}
    >
      <Button kind="danger">{t('Regenerate key')}</Button>
    </ConfirmDialog>
  </SettingsPart>
);
