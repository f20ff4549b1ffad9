import { type GivenUp, listGivenUp } from '../../../notifications/status.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { type Section, websiteForm } from '../../page-route.js';
import { Button, Checkbox, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { topicNames } from './topics.js';

export const saveEmails = websiteForm({
  path: '/emails',
  read: (sent) => sent.flags('emailWeeklySummary', 'emailTrafficSpike'),
  submit: async (switches, { website, deps }) => {
    await updateWebsite(deps.services.websites, website, switches, deps.now());
    return 'done';
  },
  done: { key: 'emails', text: 'Changes saved.', at: 'notices' },
});

/** The switches, and emails that could not be sent. */
export const emails: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const form = visit.of(saveEmails);
  const givenUp = await listGivenUp(deps.db, website.id, deps.now());
  return (
    <SettingsPart id="emails" title="Emails" about="Sent to you and to the recipients below.">
      {givenUp.map((failed) => (
        <Notice kind="bad">{givenUpText(failed)}</Notice>
      ))}
      <Form form={form} preview={{ path: `${visit.path}/preview`, fields: ['emailTrafficSpike'] }}>
        <Checkbox
          form={form}
          name="emailWeeklySummary"
          label="Weekly summary"
          hint="Every Monday at 8:00 in the website's time zone: last week compared with the week before."
          checked={website.emailWeeklySummary}
        />
        <Checkbox
          form={form}
          name="emailTrafficSpike"
          label="Traffic alerts"
          hint="When there are far more visitors than usual for that hour, or when tracking stops."
          checked={website.emailTrafficSpike}
        />
        <p class="muted" role="status" />
        <Button>Save changes</Button>
      </Form>
    </SettingsPart>
  );
};

function givenUpText({ topic, email, at, failure }: GivenUp): string {
  const date = at.toISOString().slice(0, 10);
  const what = email === undefined ? topicNames[topic] : `${topicNames[topic]} to ${email}`;
  return `On ${date}, ${what} could not be sent after a day of attempts. ${failure}.`;
}
