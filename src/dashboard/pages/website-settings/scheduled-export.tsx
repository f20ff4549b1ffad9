import type { FC } from 'hono/jsx';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import type { Website } from '../../../websites/website.js';
import { Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { ExportForm, type ExportText } from './scheduled-export-form.js';
import { ExportState, type RerunText } from './scheduled-export-state.js';

/** What the section shows beside the stored export. */
export interface ShownExport {
  readonly text?: ExportText;
  readonly rerun?: RerunText;
  /** Why a test has failed. */
  readonly testFailure?: string;
}

export interface ScheduledExportProps {
  readonly website: Website;
  readonly stored: ScheduledExport | undefined;
  /** Whether the operator allows a folder of the server. */
  readonly hasFolder: boolean;
  readonly shown: ShownExport;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly done: string;
}

/** Messages for completed actions, by the parameter in the address. */
const DONE = new Map([
  ['export', 'Scheduled export saved.'],
  ['export-tested', 'Test file written.'],
  ['export-rerun', 'Re-export started.'],
  ['export-deleted', 'Scheduled export deleted. Existing files were kept.'],
]);

/** Renders the scheduled export of a website: its state, and the form that changes it. */
export const ScheduledExportPart: FC<ScheduledExportProps> = ({ website, stored, hasFolder, shown, now, done }) => {
  const path = `/websites/${website.id}/settings/export`;
  const doneText = DONE.get(done);
  return (
    <SettingsPart
      id="scheduled-export"
      title="Scheduled export"
      about="Exports each day's events as a Parquet file, one hour after midnight."
    >
      {doneText !== undefined && <Notice kind="good">{doneText}</Notice>}
      {shown.testFailure !== undefined && <Notice kind="bad">Test failed. {shown.testFailure}.</Notice>}
      {stored !== undefined && <ExportState rerun={shown.rerun} zone={website.timezone} {...{ stored, path, now }} />}
      <ExportForm text={shown.text} {...{ path, stored, hasFolder }} />
    </SettingsPart>
  );
};
