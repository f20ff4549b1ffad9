import type { FC } from 'hono/jsx';
import { describeLocation } from '../../../history/export/open-destination.js';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { shortDay } from '../../ui/dates.js';
import { ActionButton, Button, Field, Form, Notice, type ShownForm } from '../../ui/form.js';
import { Ago, dayAndTime, timeOfDay } from '../../ui/moment.js';

export interface ExportStateProps {
  readonly stored: ScheduledExport;
  readonly zone: string;
  readonly rerun: ShownForm<{ readonly from: string }>;
  /** Paths of the other forms. */
  readonly test: string;
  readonly remove: string;
  readonly now: number;
}

export const ExportState: FC<ExportStateProps> = ({ stored, zone, rerun, test, remove, now }) => {
  const { failure, nextDay, lastDay, lastWrittenAt, dueAt } = stored;
  return (
    <>
      {failure !== null && (
        <Notice kind="bad">
          Export of {shortDay(nextDay)} failed: {failure.charAt(0).toLowerCase() + failure.slice(1)}. Next attempt at{' '}
          {timeOfDay(dueAt, zone)}.
        </Notice>
      )}
      <p>
        {lastDay !== null && lastWrittenAt !== null ? (
          <>
            Last export: {shortDay(lastDay)} (<Ago at={lastWrittenAt} now={now} />
            ).
          </>
        ) : (
          'No exports yet.'
        )}{' '}
        Next: the events of {shortDay(nextDay)},{' '}
        {dueAt.getTime() > now ? `on ${dayAndTime(dueAt, zone)}` : 'within minutes'}.
      </p>
      <p class="muted small">
        <code>{describeLocation(stored)}/YYYY-MM-DD.parquet</code>
      </p>
      <div class="row">
        <ActionButton action={test}>{t('Test export')}</ActionButton>
        <ConfirmLink dialog="delete-export">{t('Delete')}</ConfirmLink>
      </div>
      <ConfirmDialog
        id="delete-export"
        title={t('Delete the scheduled export?')}
        action={remove}
        consequence={t(
          'No more files are exported, and the stored keys of the bucket are deleted. Existing files are kept.',
        )}
      >
        <Button kind="danger">{t('Delete')}</Button>
      </ConfirmDialog>
      <Form id="export-rerun" form={rerun}>
        <Field
          form={rerun}
          name="from"
          label={t('Re-export from')}
          type="date"
          hint={t('After an import or a deletion. Exports all days from this day on again.')}
          required
        />
        <Button kind="quiet">{t('Re-export')}</Button>
      </Form>
    </>
  );
};
