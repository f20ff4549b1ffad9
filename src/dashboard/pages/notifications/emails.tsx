import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { toGoals, toSegments } from '../../../definitions/saved-filters.js';
import { t } from '../../../lib/language/translate.js';
import {
  listEmailedSegments,
  MAX_EMAILED_SEGMENTS,
  saveEmailedSegments,
} from '../../../notifications/emailed-segments.js';
import { type GivenUp, listGivenUp } from '../../../notifications/status.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { type Section, websiteForm } from '../../page-route.js';
import { Button, Checkbox, Form, Notice, Options } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { topicNames } from './topics.js';

export const saveEmails = websiteForm({
  path: '/emails',
  read: (sent) => ({
    ...sent.flags('emailWeeklySummary', 'emailTrafficSpike'),
    segments: sent.list('segments'),
  }),
  submit: async ({ segments, ...switches }, { website, deps }) => {
    await saveEmailedSegments(deps.db, website.id, segments);
    await updateWebsite(deps.services.websites, website, switches, deps.now());
    return 'done';
  },
  done: { key: 'emails', text: 'Changes saved.', at: 'notices' },
});

/** The switches, and emails that could not be sent. */
export const emails: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const form = visit.of(saveEmails);
  const [givenUp, segments, goals, emailed] = await Promise.all([
    listGivenUp(deps.db, website.id, deps.now()),
    // Also those that cannot be used at the moment, so that saving keeps them.
    listDefinitions(deps.db, findKind('segment'), website.id),
    listDefinitions(deps.db, findKind('goal'), website.id),
    listEmailedSegments(deps.db, website.id),
  ]);
  const usable = new Set(toSegments(segments, toGoals(goals)).map(({ id }) => id));
  return (
    <SettingsPart id="emails" title={t('Emails')} about={t('Sent to you and to the recipients below.')}>
      {givenUp.map((failed) => (
        <Notice kind="bad">{givenUpText(failed)}</Notice>
      ))}
      <Form form={form} preview={{ path: `${visit.path}/preview`, fields: ['emailTrafficSpike'] }}>
        <Checkbox
          form={form}
          name="emailWeeklySummary"
          label={t('Weekly summary')}
          hint={t("Every Monday at 8:00 in the website's time zone: last week compared with the week before.")}
          checked={website.emailWeeklySummary}
        />
        {segments.length > 0 && (
          <Options
            form={form}
            name="segments"
            label={t('Weekly summary of segments')}
            hint={`Up to ${MAX_EMAILED_SEGMENTS}, each in its own email, while the weekly summary is on. No email is sent for a week without visitors.`}
            value={emailed}
            options={segments.map(({ id, name = '' }) => ({
              value: id,
              label: usable.has(id) ? name : `${name} (cannot be used: it refers to a goal that no longer exists)`,
            }))}
          />
        )}
        <Checkbox
          form={form}
          name="emailTrafficSpike"
          label={t('Traffic alerts')}
          hint={t('When there are far more visitors than usual for that hour, or when tracking stops.')}
          checked={website.emailTrafficSpike}
        />
        <p class="muted" role="status" />
        <Button>{t('Save changes')}</Button>
      </Form>
    </SettingsPart>
  );
};

function givenUpText({ topic, email, at, failure }: GivenUp): string {
  const date = at.toISOString().slice(0, 10);
  const what = email === undefined ? topicNames[topic] : `${topicNames[topic]} to ${email}`;
  return `On ${date}, ${what} could not be sent after a day of attempts. ${failure}.`;
}
