import type { FC } from 'hono/jsx';
import { exportFailureText } from '../../../history/export/failure.js';
import { describeLocation } from '../../../history/export/open-destination.js';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { shortDay } from '../../ui/dates.js';
import { Fields, type ShownForm } from '../../ui/fields.js';
import { ActionButton, Button, Form, Notice } from '../../ui/form.js';
import { Ago, dayAndTime, timeOfDay } from '../../ui/moment.js';
import { rich } from '../../ui/rich.js';

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
          {t('Export of {day} failed. {failure}. Next attempt at {time}.', {
            day: shortDay(nextDay),
            failure: exportFailureText(failure),
            time: timeOfDay(dueAt, zone),
          })}
        </Notice>
      )}
      <p>
        {lastDay !== null && lastWrittenAt !== null
          ? rich('Last export: {day} ({ago}).', { day: shortDay(lastDay), ago: <Ago at={lastWrittenAt} now={now} /> })
          : t('No exports yet.')}{' '}
        {dueAt.getTime() > now
          ? t('Next: the events of {day}, on {time}.', { day: shortDay(nextDay), time: dayAndTime(dueAt, zone) })
          : t('Next: the events of {day}, within minutes.', { day: shortDay(nextDay) })}
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
        <Fields form={rerun} />
        <Button kind="quiet">{t('Re-export')}</Button>
      </Form>
    </>
  );
};
