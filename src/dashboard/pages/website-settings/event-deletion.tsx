import { t } from '../../../lib/language/translate.js';
import type { Section } from '../../page-route.js';
import { SettingsPart } from '../../ui/settings-part.js';

export const eventDeletion: Section<'website'> = async ({ website }) => (
  <SettingsPart
    id="delete-events"
    title={t('Delete events')}
    about={t(
      'Remove spam or test data: all events in a date range that match your filters. You can undo this for 24 hours.',
    )}
  >
    <div class="row">
      <a class="button button-quiet" href={`/websites/${website.id}/delete-events`}>
        {t('Delete events…')}
      </a>
    </div>
  </SettingsPart>
);
