import { exportSettings, firstDay } from '../../../history/export/settings.js';
import { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { Done, FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { line } from '../../ui/fields.js';
import { FormError } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { ExportForm, exportFields } from './scheduled-export-form.js';
import { ExportState } from './scheduled-export-state.js';

const saveExport = websiteForm({
  path: '',
  anchor: 'export-form',
  prefix: 'export',
  fields: exportFields,
  submit: async (text, { website, deps }) => {
    // The page has the fields of both destinations.
    const { destination, folder, ...bucket } = filledIn(text);
    const chosen = destination === 'folder' ? { folder } : bucket;
    await deps.services.scheduledExports.save(website, valid(exportSettings, { destination, ...chosen }));
  },
  done: { key: 'export', text: 'Scheduled export saved.', at: 'scheduled-export' },
});

const rerunExport = websiteForm({
  path: '/rerun',
  anchor: 'export-rerun',
  prefix: 'export',
  fields: {
    from: line('Re-export from', {
      type: 'date',
      hint: 'After an import or a deletion. Exports all days from this day on again.',
      required: true,
    }),
  },
  schema: firstDay,
  submit: async ({ from }, { website, deps }) => {
    await deps.services.scheduledExports.rerun(website, from);
  },
  done: { key: 'export-rerun', text: 'Re-export started.', at: 'scheduled-export' },
});

const testExport = websiteForm({
  path: '/test',
  anchor: 'scheduled-export',
  submit: async (_, { website, deps }) => {
    const { failure } = await deps.services.scheduledExports.test(website.id).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.kind !== 'too_many_requests') throw thrown;
      throw new FormRefusal({ '': t('Test failed. {reason}.', { reason: thrown.message }) }, 429);
    });
    if (failure !== undefined) throw new FormRefusal({ '': t('Test failed. {reason}.', { reason: failure }) }, 502);
  },
  done: { key: 'export-tested', text: 'Test file written.', at: 'scheduled-export' },
});

const deleteExport = websiteForm({
  path: '/delete',
  submit: (_, { website, deps }) => deps.services.scheduledExports.remove(website.id),
  done: { key: 'export-deleted', text: 'Scheduled export deleted. Existing files were kept.', at: 'scheduled-export' },
});

export const exportForms = [saveExport, rerunExport, testExport, deleteExport];

export const scheduledExport: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const { scheduledExports } = deps.services;
  const stored = await scheduledExports.find(website.id);
  const test = visit.of(testExport);
  return (
    <SettingsPart
      id="scheduled-export"
      title={t('Scheduled export')}
      about={t("Exports each day's events as a Parquet file, one hour after midnight.")}
    >
      <Done visit={visit} forms={exportForms} />
      <FormError errors={test.errors} />
      {stored !== undefined && (
        <ExportState
          stored={stored}
          zone={website.timezone}
          now={deps.now()}
          rerun={visit.of(rerunExport)}
          test={test.action}
          remove={visit.of(deleteExport).action}
        />
      )}
      <ExportForm form={visit.of(saveExport)} stored={stored} hasFolder={scheduledExports.hasFolder} />
    </SettingsPart>
  );
};

const filledIn = (text: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(text)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
