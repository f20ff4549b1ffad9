import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { toGoals, toSegments } from '../../../definitions/saved-filters.js';
import { type Text, t } from '../../../lib/language/translate.js';
import {
  listEmailedSegments,
  MAX_EMAILED_SEGMENTS,
  saveEmailedSegments,
} from '../../../notifications/emailed-segments.js';
import { type GivenUp, listGivenUp } from '../../../notifications/status.js';
import type { Topic } from '../../../notifications/topics.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { type Section, websiteForm } from '../../page-route.js';
import { Button, Checkbox, Form, Notice, Options } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

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
            hint={t(
              'Up to {count}, each in its own email, while the weekly summary is on. No email is sent for a week without visitors.',
              { count: MAX_EMAILED_SEGMENTS },
            )}
            value={emailed}
            options={segments.map(({ id, name = '' }) => ({
              value: id,
              label: usable.has(id)
                ? name
                : t('{name} (cannot be used: it refers to a goal that no longer exists)', { name }),
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

const GIVEN_UP: Readonly<Record<Topic, { readonly whole: Text; readonly toAddress: Text }>> = {
  'weekly-summary': {
    whole: 'On {date}, the weekly summary could not be sent after a day of attempts. {failure}.',
    toAddress: 'On {date}, the weekly summary to {email} could not be sent after a day of attempts. {failure}.',
  },
  'traffic-alert': {
    whole: 'On {date}, traffic alerts could not be sent after a day of attempts. {failure}.',
    toAddress: 'On {date}, traffic alerts to {email} could not be sent after a day of attempts. {failure}.',
  },
};

function givenUpText({ topic, email, at, failure }: GivenUp): string {
  const date = at.toISOString().slice(0, 10);
  const { whole, toAddress } = GIVEN_UP[topic];
  return email === undefined ? t(whole, { date, failure }) : t(toAddress, { date, email, failure });
}
