import type { FC } from 'hono/jsx';
import { listFormat } from '../../../lib/language/formats.js';
import { t } from '../../../lib/language/translate.js';
import { type Setting, type SettingName, settings } from '../../../websites/setting-table.js';
import { Done, type FormRoute, type PageRoute, type Section } from '../../page-route.js';
import { FormError, Notice } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';
import { type SettingsTab, settingsTabs, WebsiteSettings } from '../../ui/website-settings.js';
import { dataRetention, saveRetention } from './data-retention.js';
import { eventDeletion } from './event-deletion.js';
import { exportForms, scheduledExport } from './scheduled-export.js';
import { saveExclusions, saveGeneral, saveTracking, settingsFields } from './settings-fields.js';
import { regenerateKey, trackingKey } from './tracking-key.js';
import { deleteVisitor, visitorDeletion } from './visitor-deletion.js';
import { deleteWebsite, websiteDeletion } from './website-deletion.js';

type WebsiteForm = FormRoute<'website', unknown>;

interface Content {
  /** The form of the tab's settings. */
  readonly save?: typeof saveGeneral;
  readonly forms?: readonly WebsiteForm[];
  readonly sections?: readonly Section<'website'>[];
  /** Forms whose success messages are at the top; by default all. */
  readonly noticed?: readonly WebsiteForm[];
}

/** `/websites/:id/settings` and below. */
function settingsPage(
  current: SettingsTab,
  { save, forms = [], sections = [], noticed = forms }: Content,
): PageRoute<'website'> {
  const own = save === undefined ? [] : [save];
  return {
    path: `/websites/:id${settingsTabs[current].path}`,
    access: 'website',
    forms: [...own, ...forms],
    show: async (visit) => {
      const { viewer, website } = visit;
      const errors = save === undefined ? {} : visit.of(save).errors;
      const wrong = Object.keys(errors).filter((field) => field !== '');
      return (
        <WebsiteSettings
          {...{ viewer, website, current }}
          notices={
            <>
              <Done visit={visit} forms={[...own, ...noticed]} />
              <FormError errors={errors} />
              {wrong.length > 0 && <NotSaved fields={wrong} />}
            </>
          }
        >
          {await Promise.all([...own.map(settingsFields), ...sections].map((section) => section(visit)))}
        </WebsiteSettings>
      );
    },
  };
}

export const settingsPages: readonly PageRoute<'website'>[] = [
  settingsPage('general', { save: saveGeneral }),
  settingsPage('tracking', { save: saveTracking, forms: [regenerateKey], sections: [trackingKey] }),
  settingsPage('exclusions', { save: saveExclusions }),
  settingsPage('exports', { forms: exportForms, sections: [scheduledExport], noticed: [] }),
  settingsPage('data', {
    forms: [saveRetention, deleteVisitor, deleteWebsite],
    sections: [dataRetention, eventDeletion, visitorDeletion, websiteDeletion],
  }),
];

/** English has only commas: `name, domain, theme`. */
const list = listFormat('conjunction', 'narrow');

const NotSaved: FC<{ fields: readonly string[] }> = ({ fields }) => (
  <Notice kind="bad">
    {rich('Not saved. Please check: {fields}.', {
      fields: (
        <>
          {list()
            .formatToParts(fields)
            .map(({ type, value }) => (type === 'element' ? <a href={`#${value}`}>{fieldName(value)}</a> : value))}
        </>
      ),
    })}
  </Notice>
);

/** For use within a sentence. The icon also has a field besides its URL. */
function fieldName(field: string): string {
  const setting: Setting | undefined = settings[field as SettingName];
  return setting === undefined ? t('icon') : t(setting.called);
}
