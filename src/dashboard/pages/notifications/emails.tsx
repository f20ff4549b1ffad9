import type { FC } from 'hono/jsx';
import type { GivenUp } from '../../../notifications/status.js';
import type { Website } from '../../../websites/website.js';
import { Button, Checkbox, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { topicNames } from './unsubscribe-routes.js';

/** Renders the switches of a website's emails, and which of them could not be sent. */
export const EmailSwitches: FC<{ website: Website; givenUp: readonly GivenUp[] }> = ({ website, givenUp }) => (
  <SettingsPart id="emails" title="Emails" about="Sent to you and to the recipients below.">
    {givenUp.map((failed) => (
      <Notice kind="bad">{givenUpText(failed)}</Notice>
    ))}
    <Form action={`/websites/${website.id}/notifications/emails`}>
      <Checkbox
        name="emailWeeklySummary"
        label="Weekly summary"
        hint="Every Monday at 8:00 in the website's time zone: last week compared with the week before."
        checked={website.emailWeeklySummary}
      />
      <Checkbox
        name="emailTrafficSpike"
        label="Traffic alerts"
        hint="When there are far more visitors than usual for that hour, or when tracking stops."
        checked={website.emailTrafficSpike}
      />
      <Button>Save changes</Button>
    </Form>
  </SettingsPart>
);

function givenUpText({ topic, email, at, failure }: GivenUp): string {
  const date = at.toISOString().slice(0, 10);
  const what = email === undefined ? topicNames[topic] : `${topicNames[topic]} to ${email}`;
  return `On ${date}, ${what} could not be sent after a day of attempts. ${failure}.`;
}
