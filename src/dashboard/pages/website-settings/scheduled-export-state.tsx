import type { FC } from 'hono/jsx';
import { describeLocation } from '../../../history/export/open-destination.js';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { shortDay } from '../../ui/dates.js';
import { Button, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Ago, dayAndTime, timeOfDay } from '../../ui/moment.js';

/** The typed contents of the form "Re-export", and their errors. */
export interface RerunText {
  readonly from: string;
  readonly errors: FieldErrors;
}

export interface ExportStateProps {
  readonly stored: ScheduledExport;
  /** The website's time zone. */
  readonly zone: string;
  readonly path: string;
  readonly rerun: RerunText | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Renders the progress of a scheduled export, and the forms that test, rerun and delete it. */
export const ExportState: FC<ExportStateProps> = ({ stored, zone, path, rerun, now }) => {
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
      <p class="field-hint">
        <code>{describeLocation(stored)}/YYYY-MM-DD.parquet</code>
      </p>
      <div class="row">
        <Form action={`${path}/test#scheduled-export`} class="row">
          <Button kind="quiet">Test export</Button>
        </Form>
        <ConfirmLink dialog="delete-export" kind="quiet">
          Delete
        </ConfirmLink>
      </div>
      <ConfirmDialog
        id="delete-export"
        title="Delete the scheduled export?"
        action={`${path}/delete`}
        consequence="No more files are exported, and the stored keys of the bucket are deleted. Existing files are kept."
      >
        <Button kind="danger">Delete</Button>
      </ConfirmDialog>
      <Form id="export-rerun" action={`${path}/rerun#export-rerun`} errors={rerun?.errors}>
        <Field
          name="exportFrom"
          label="Re-export from"
          type="date"
          value={rerun?.from}
          error={rerun?.errors.from}
          hint="After an import or a deletion. Exports all days from this day on again."
          required
        />
        <Button kind="quiet">Re-export</Button>
      </Form>
    </>
  );
};
