import { countBefore } from '../../../history/delete/delete-before.js';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { localDate } from '../../../time/index.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { MAX_RETENTION_MONTHS, parseMonths, startOfRetention } from '../../../websites/retention.js';
import { websitePatch } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import type { DashboardDeps } from '../../deps.js';
import { FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { shortDay } from '../../ui/dates.js';
import { Field, filled, line, unsent } from '../../ui/fields.js';
import { Button, Form, Notice, SubmitOrCancel } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** Events that a retention would delete now. */
interface Expired {
  readonly events: number;
  readonly keptFrom: string;
}

export const saveRetention = websiteForm({
  path: '/retention',
  anchor: 'retention',
  fields: {
    retentionMonths: line('Keep data for (months)', { inputmode: 'numeric', autocomplete: 'off' }),
    confirmed: filled,
    expired: unsent<Expired>(),
  },
  submit: async (values, { website, deps }) => {
    const retentionMonths = parseRetention(values.retentionMonths);
    if (retentionMonths === undefined) {
      const most = exact(MAX_RETENTION_MONTHS);
      throw new FormRefusal({
        retentionMonths: t('Enter a whole number from 1 to {most}, or leave it empty.', { most }),
      });
    }
    const expired = values.confirmed ? undefined : await countExpired(website, retentionMonths, deps);
    if (expired !== undefined) return { ask: { ...values, expired } };
    await updateWebsite(deps.services.websites, website, { retentionMonths }, deps.now());
  },
  done: { key: 'retention', text: 'Data retention saved.', at: 'notices' },
});

/** Months; null for none, undefined for invalid text. */
function parseRetention(text: string): number | null | undefined {
  const retentionMonths = text.trim() === '' ? null : parseMonths(text);
  const checked = websitePatch.safeParse({ retentionMonths });
  return checked.success ? checked.data.retentionMonths : undefined;
}

/** Events that a retention would delete now; undefined if there are none. */
async function countExpired(
  website: Website,
  retentionMonths: number | null,
  { services, now }: Pick<DashboardDeps, 'services' | 'now'>,
): Promise<Expired | undefined> {
  const before = startOfRetention({ ...website, retentionMonths }, services.retentionMonths, now());
  if (before === undefined) return undefined;
  const events = await countBefore(services.clickhouse, website.id, before);
  return events === 0 ? undefined : { events, keptFrom: shortDay(localDate(before, website.timezone)) };
}

export const dataRetention: Section<'website'> = async (visit) => {
  const { website, path, deps } = visit;
  const form = visit.of(saveRetention);
  const { retentionMonths, expired } = form.values ?? {};
  return (
    <SettingsPart
      id="retention"
      title={t('Data retention')}
      about={t('Older events are permanently deleted every night, with their statistics.')}
    >
      {expired === undefined ? (
        <Form form={form}>
          <Field
            form={form}
            name="retentionMonths"
            value={String(website.retentionMonths ?? '')}
            hint={hintText(website, deps.services.retentionMonths, deps.now())}
          />
          <Button kind="quiet">{t('Save retention')}</Button>
        </Form>
      ) : (
        <Form form={form}>
          <Notice kind="bad">
            {t(
              '{count, plural, one {# event} other {# events}} before {day} will be deleted tonight. This cannot be undone.',
              { count: expired.events, day: expired.keptFrom },
            )}
          </Notice>
          <input type="hidden" name="retentionMonths" value={retentionMonths} />
          <SubmitOrCancel kind="danger" name="confirmed" value="yes" cancel={`${path}#retention`}>
            {t('Delete older data every night')}
          </SubmitOrCancel>
        </Form>
      )}
    </SettingsPart>
  );
};

function hintText(website: Website, installationMonths: number | undefined, now: number): string {
  const start = startOfRetention(website, installationMonths, now);
  if (start === undefined) return t('Leave empty to keep everything.');
  const day = shortDay(localDate(start, website.timezone));
  return installationMonths === undefined
    ? t('Leave empty to keep everything. Data is kept from {day}.', { day })
    : t('Leave empty for the maximum of {months} months. Data is kept from {day}.', {
        months: installationMonths,
        day,
      });
}
