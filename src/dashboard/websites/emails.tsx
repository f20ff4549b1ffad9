import type { FC } from 'hono/jsx';
import type { GivenUp } from '../../jobs/status.js';
import { Checkbox, Notice } from '../form.js';
import { SettingsPart } from '../settings-part.js';
import { topicNames } from '../unsubscribe-routes.js';
import type { SettingsText } from './settings-form.js';

/** What the settings page says about a website's emails. */
export interface EmailStatus {
  /** Whether there is a mail server. */
  readonly delivers: boolean;
  readonly givenUp: readonly GivenUp[];
}

/** Renders the switches of the emails, as a part of the settings that are saved together. */
export const EmailSwitches: FC<{ websiteId: string; text: SettingsText; status: EmailStatus }> = ({
  websiteId,
  text,
  status,
}) => (
  <SettingsPart id="emails" title="Emails and webhooks" about="Sent to you and to the recipients you add.">
    {!status.delivers && (
      <Notice kind="info">
        Emails are off: no mail server is set up. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
      </Notice>
    )}
    {status.givenUp.map((failed) => (
      <Notice kind="bad">{givenUpText(failed)}</Notice>
    ))}
    <Checkbox
      name="emailWeeklySummary"
      label="Weekly summary"
      hint="Every Monday at 8:00 in the website's time zone: last week compared with the week before."
      checked={text.emailWeeklySummary}
    />
    <Checkbox
      name="emailTrafficSpike"
      label="Traffic alerts"
      hint="When there are far more visitors than usual for that hour, or when tracking stops."
      checked={text.emailTrafficSpike}
    />
    <p class="field-hint">
      <a href={`/websites/${websiteId}/notifications`}>Recipients, webhooks, previews and tests</a>
    </p>
  </SettingsPart>
);

function givenUpText({ topic, email, at, failure }: GivenUp): string {
  const date = at.toISOString().slice(0, 10);
  const what = email === undefined ? topicNames[topic] : `${topicNames[topic]} to ${email}`;
  return `On ${date}, ${what} could not be sent after a day of attempts. ${failure}.`;
}
