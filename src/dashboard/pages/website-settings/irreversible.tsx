import type { FC } from 'hono/jsx';
import { unicodeHost } from '../../../lib/unicode-host.js';
import type { Website } from '../../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button, Field, Form } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** A deletion whose typed domain did not match. */
export interface Deletion {
  readonly typed: string;
  readonly error: string;
}

/** Shows the website's tracking key, and replaces it. */
export const TrackingKey: FC<{ website: Website }> = ({ website }) => (
  <SettingsPart id="tracking-key" title="Tracking key" about="Used in the snippet. Safe to publish.">
    <Copyable value={website.trackingKey} label="the tracking key" />
    <div class="row">
      <ConfirmLink dialog="regenerate" kind="quiet">
        Regenerate key
      </ConfirmLink>
    </div>
    <ConfirmDialog
      id="regenerate"
      title="Regenerate the tracking key?"
      action={`/websites/${website.id}/settings/tracking-key`}
      consequence="The current snippet stops working immediately. No data is collected until you add the new one. The current key cannot be restored."
    >
      <Button kind="danger">Regenerate key</Button>
    </ConfirmDialog>
  </SettingsPart>
);

/** Links to the page that deletes events by range and filters. */
export const DeleteEvents: FC<{ website: Website }> = ({ website }) => (
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

/** Deletes the website, once its domain is typed. */
export const DeleteWebsite: FC<{ website: Website; deletion?: Deletion | undefined }> = ({ website, deletion }) => (
  <SettingsPart
    id="delete"
    title="Delete website"
    about="Deletes its events and statistics, shared links, webhooks, recipients and scheduled export. This cannot be undone."
  >
    <div data-must-equal={unicodeHost(website.domain)}>
      <Form action={`/websites/${website.id}/settings/delete#delete`}>
        <Field
          name="typedDomain"
          label={`Enter ${unicodeHost(website.domain)} to confirm`}
          hint="The button below works once the domain matches."
          value={deletion?.typed}
          error={deletion?.error}
          autocomplete="off"
          spellcheck={false}
        />
        <Button kind="danger">Delete website</Button>
      </Form>
    </div>
  </SettingsPart>
);
