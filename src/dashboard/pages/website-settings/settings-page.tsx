import type { FC } from 'hono/jsx';
import { nameInSentence, type Setting, type SettingName, settings } from '../../../websites/setting-table.js';
import { Done, type PageRoute, type Section } from '../../page-route.js';
import { FormError, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { dataRetention, saveRetention } from './data-retention.js';
import { exportForms, scheduledExport } from './scheduled-export.js';
import { saveSettings, settingsFields } from './settings-fields.js';
import { regenerateKey, trackingKey } from './tracking-key.js';
import { deleteVisitor, visitorDeletion } from './visitor-deletion.js';
import { deleteWebsite, websiteDeletion } from './website-deletion.js';

const eventDeletion: Section<'website'> = async ({ website }) => (
  <SettingsPart
    id="delete-events"
    title="Delete events"
    about="Remove spam or test data: all events in a date range that match your filters. You can undo this for 24 hours."
  >
    <div class="row">
      <a class="button button-quiet" href={`/websites/${website.id}/delete-events`}>
        Delete events…
      </a>
    </div>
  </SettingsPart>
);

const SECTIONS: readonly Section<'website'>[] = [
  settingsFields,
  scheduledExport,
  dataRetention,
  trackingKey,
  eventDeletion,
  visitorDeletion,
  websiteDeletion,
];

/** By element id. */
const LINKS = [
  ['general', 'General'],
  ['domains', 'Allowed domains'],
  ['exclusions', 'Exclusions'],
  ['appearance', 'Appearance'],
  ['scheduled-export', 'Scheduled export'],
  ['retention', 'Data retention'],
  ['tracking-key', 'Tracking key'],
  ['delete-events', 'Danger zone'],
] as const;

/** `/websites/:id/settings` */
export const settingsPage: PageRoute<'website'> = {
  path: '/websites/:id/settings',
  access: 'website',
  forms: [saveSettings, ...exportForms, saveRetention, regenerateKey, deleteVisitor, deleteWebsite],
  show: async (visit) => {
    const { viewer, website } = visit;
    const { errors } = visit.of(saveSettings);
    const wrong = Object.keys(errors).filter((field) => field !== '');
    return (
      <Page
        title={`Settings · ${website.name}`}
        viewer={viewer}
        website={website}
        current="settings"
        scripts={['websites']}
      >
        <div class="notices" id="notices">
          <Done visit={visit} forms={[saveSettings, saveRetention, deleteVisitor, regenerateKey]} />
          <FormError errors={errors} />
          {wrong.length > 0 && <NotSaved fields={wrong} />}
        </div>
        <div class="sections">
          <nav class="section-links" aria-label="Settings">
            {LINKS.map(([id, title]) => (
              <a href={`#${id}`}>{title}</a>
            ))}
            <a href={`/websites/${website.id}/goals`}>Goals →</a>
            <a href={`/websites/${website.id}/segments`}>Segments →</a>
            <a href={`/websites/${website.id}/sharing`}>Sharing →</a>
          </nav>
          <div>{await Promise.all(SECTIONS.map((section) => section(visit)))}</div>
        </div>
      </Page>
    );
  },
};

const NotSaved: FC<{ fields: readonly string[] }> = ({ fields }) => (
  <Notice kind="bad">
    Not saved. Please check:{' '}
    {fields.map((field, index) => (
      <>
        {index > 0 && ', '}
        <a href={`#${field}`}>{fieldName(field)}</a>
      </>
    ))}
    .
  </Notice>
);

/** For use within a sentence. The icon also has a field besides its URL. */
function fieldName(field: string): string {
  const setting: Setting | undefined = settings[field as SettingName];
  return setting === undefined ? field : nameInSentence(setting);
}
