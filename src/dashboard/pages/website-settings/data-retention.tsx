import type { FC } from 'hono/jsx';
import { countBefore } from '../../../history/delete/delete-before.js';
import { exact, wordFor } from '../../../lib/number-text.js';
import { localDate } from '../../../time/index.js';
import { parseMonths, startOfRetention } from '../../../websites/retention.js';
import { websitePatch } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import type { DashboardDeps } from '../../deps.js';
import { shortDay } from '../../ui/dates.js';
import { Button, Field, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** The submitted form: its contents, with their error or with what they would delete. */
export interface RetentionForm {
  readonly months: string;
  readonly error?: string;
  /** The form asks for confirmation before it is saved. */
  readonly pending?: { readonly events: number; readonly keptFrom: string };
}

/** Parses a submitted retention in months: null for none, undefined when it is not valid. */
export function parseRetention(text: string): number | null | undefined {
  const retentionMonths = text.trim() === '' ? null : parseMonths(text);
  const checked = websitePatch.safeParse({ retentionMonths });
  return checked.success ? checked.data.retentionMonths : undefined;
}

/** Counts the events that a retention would delete now; undefined if there are none. */
export async function countExpired(
  website: Website,
  retentionMonths: number | null,
  { services, now }: Pick<DashboardDeps, 'services' | 'now'>,
): Promise<RetentionForm['pending']> {
  const before = startOfRetention({ ...website, retentionMonths }, services.retentionMonths, now());
  if (before === undefined) return undefined;
  const events = await countBefore(services.clickhouse, website.id, before);
  return events === 0 ? undefined : { events, keptFrom: shortDay(localDate(before, website.timezone)) };
}

export interface DataRetentionProps {
  readonly website: Website;
  /** The installation's months; undefined for no limit. */
  readonly installationMonths: number | undefined;
  readonly form: RetentionForm | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Renders the section that says how long data is kept, and changes it. */
export const DataRetention: FC<DataRetentionProps> = ({ website, installationMonths, form, now }) => {
  const path = `/websites/${website.id}/settings/retention#retention`;
  const months = form?.months ?? String(website.retentionMonths ?? '');
  return (
    <SettingsPart
      id="retention"
      title="Data retention"
      about="Older events are permanently deleted every night, with their statistics."
    >
      {form?.pending === undefined ? (
        <Form action={path}>
          <Field
            name="retentionMonths"
            label="Keep data for (months)"
            value={months}
            error={form?.error}
            hint={hintText(website, installationMonths, now)}
            inputmode="numeric"
            autocomplete="off"
          />
          <Button kind="quiet">Save retention</Button>
        </Form>
      ) : (
        <Form action={path}>
          <Notice kind="bad">
            {exact(form.pending.events)} {wordFor(form.pending.events, 'event')} before {form.pending.keptFrom} will be
            deleted tonight. This cannot be undone.
          </Notice>
          <input type="hidden" name="retentionMonths" value={months} />
          <div class="row">
            <Button kind="danger" name="confirmed" value="yes">
              Delete older data every night
            </Button>
            <a class="button button-quiet" href={`/websites/${website.id}/settings#retention`}>
              Cancel
            </a>
          </div>
        </Form>
      )}
    </SettingsPart>
  );
};

function hintText(website: Website, installationMonths: number | undefined, now: number): string {
  const limit =
    installationMonths === undefined
      ? 'Leave empty to keep everything.'
      : `Leave empty for the maximum of ${installationMonths} months.`;
  const start = startOfRetention(website, installationMonths, now);
  return start === undefined ? limit : `${limit} Data is kept from ${shortDay(localDate(start, website.timezone))}.`;
}
