import { type Definition, listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { toGoals, toSegments } from '../../../definitions/saved-filters.js';
import { type Text, t } from '../../../lib/language/translate.js';
import {
  listEmailedViews,
  MAX_EMAILED_VIEWS,
  type StoredView,
  saveEmailedViews,
} from '../../../notifications/emailed-views.js';
import { type GivenUp, listGivenUp } from '../../../notifications/status.js';
import type { Topic } from '../../../notifications/topics.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { type Section, websiteForm } from '../../page-route.js';
import { checks, Field, type FormField, flag } from '../../ui/fields.js';
import { Button, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

export const saveEmails = websiteForm({
  path: '/emails',
  fields: {
    emailWeeklySummary: flag(
      'Weekly summary',
      "Every Monday at 8:00 in the website's time zone: last week compared with the week before.",
    ),
    views: checks('Weekly summaries of views', () =>
      t(
        'Up to {count}, each in its own email, while the weekly summary is on. No email is sent for a week without visitors. To add a view with a goal, open it and choose “Share this view”.',
        { count: MAX_EMAILED_VIEWS },
      ),
    ),
    shown: { read: (sent, name) => sent.list(name) } satisfies FormField<readonly string[]>,
    emailTrafficSpike: flag(
      'Traffic alerts',
      'When there are far more visitors than usual for that hour, or when tracking stops.',
    ),
  },
  submit: async ({ views, shown, ...switches }, { website, deps }) => {
    await saveEmailedViews(deps.db, website.id, views, shown);
    await updateWebsite(deps.services.websites, website, switches, deps.now());
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
    listEmailedViews(deps.db, website.id),
  ]);
  const options = listOptions(emailed, segments, goals);
  return (
    <SettingsPart id="emails" title={t('Emails')} about={t('Sent to you and to the recipients below.')}>
      {givenUp.map((failed) => (
        <Notice kind="bad">{givenUpText(failed)}</Notice>
      ))}
      <Form form={form} preview={{ path: `${visit.path}/preview`, fields: ['emailTrafficSpike'] }}>
        <Field form={form} name="emailWeeklySummary" value={website.emailWeeklySummary} />
        {emailed.map(({ id }) => (
          <input type="hidden" name="shown" value={id} />
        ))}
        {options.length > 0 && <Field form={form} name="views" value={emailed.map(({ id }) => id)} options={options} />}
        <Field form={form} name="emailTrafficSpike" value={website.emailTrafficSpike} />
        <p class="muted" role="status" />
        <Button>{t('Save changes')}</Button>
      </Form>
    </SettingsPart>
  );
};

/** Every segment, and what else is emailed. */
function listOptions(
  emailed: readonly StoredView[],
  segments: readonly Definition[],
  goals: readonly Definition[],
): readonly (readonly [value: string, label: string])[] {
  const usable = new Set(toSegments(segments, toGoals(goals)).map(({ id }) => id));
  const nameSegment = (segmentId: string | null): string | undefined => {
    const name = segments.find(({ id }) => id === segmentId)?.name;
    return name === undefined || usable.has(segmentId!)
      ? name
      : t('{name} (cannot be used: it refers to a goal that no longer exists)', { name });
  };
  const others = emailed.filter(({ id, segmentId }) => id !== segmentId);
  return [
    ...segments.map(({ id }) => [id, nameSegment(id) ?? ''] as const),
    ...others.map(({ id, goalId, segmentId, comparison }) => {
      const goal = goals.find((each) => each.id === goalId)?.name;
      const segment = nameSegment(segmentId);
      const label = [
        ...(goal === undefined ? [] : [t('Goal: {name}', { name: goal })]),
        ...(segment === undefined ? [] : [t('Segment: {name}', { name: segment })]),
        ...(comparison === 'year' ? [t('compared with {period}', { period: t('the same period last year') })] : []),
      ].join(', ');
      return [id, label] as const;
    }),
  ];
}

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
