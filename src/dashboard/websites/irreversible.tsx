import type { FC } from 'hono/jsx';
import type { Website } from '../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../confirm.js';
import { Copyable } from '../copy.js';
import { Button, Field, Form } from '../form.js';
import { SettingsPart } from '../settings-part.js';

/** A deletion whose typed domain did not match. */
export interface Deletion {
  readonly typed: string;
  readonly error: string;
}

/** Shows the website's tracking key, and replaces it. */
export const TrackingKey: FC<{ website: Website }> = ({ website }) => (
  <SettingsPart
    id="tracking-key"
    title="Tracking key"
    about="Stands in the snippet and says which website an event belongs to. It is no secret."
  >
    <Copyable value={website.trackingKey} label="the tracking key" />
    <div class="row">
      <ConfirmLink dialog="regenerate" kind="quiet">
        Regenerate the key
      </ConfirmLink>
    </div>
    <ConfirmDialog
      id="regenerate"
      title="Regenerate the tracking key?"
      action={`/websites/${website.id}/settings/tracking-key`}
      consequence="The snippet that is on your pages now stops counting at once. Nothing is counted until the new one is there."
    >
      <Button kind="danger">Regenerate the key</Button>
    </ConfirmDialog>
  </SettingsPart>
);

/** Links to the page that deletes events by range and filters. */
export const DeleteEvents: FC<{ website: Website }> = ({ website }) => (
  <SettingsPart
    id="delete-events"
    title="Delete events"
    about="Takes spam and mistakes out of the figures: the events of a range that match filters. This cannot be undone."
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
    title="Delete the website"
    about="With everything that was ever counted for it, and its shared links. This cannot be undone."
  >
    <div data-must-equal={website.domain}>
      <Form action={`/websites/${website.id}/settings/delete#delete`}>
        <Field
          name="typedDomain"
          label={`Type ${website.domain} to confirm`}
          value={deletion?.typed}
          error={deletion?.error}
          autocomplete="off"
          spellcheck={false}
        />
        <Button kind="danger">Delete {website.domain}</Button>
      </Form>
    </div>
  </SettingsPart>
);
