import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Done, type Visit } from '../../page-route.js';
import { Field } from '../../ui/fields.js';
import { Button, Form, FormError, Notice } from '../../ui/form.js';
import { code, linkTo, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { joinErrors } from '../definitions/definition-forms.js';
import { SHARING } from '../stats/base-path.js';
import type { PageContext } from '../stats/page-context.js';
import { viewQuery } from '../stats/view.js';
import { emailView, weekComparison } from './sharing-forms.js';

/** Emails the view, and leads to those that are. */
export const EmailPart: FC<{ visit: Visit<'website'>; shown: PageContext }> = ({ visit, shown }) => {
  const { website, deps, place } = visit;
  const form = visit.of(emailView);
  const { mode } = weekComparison(shown.view.comparison);
  return (
    <SettingsPart
      id="email"
      title={t('Email this view')}
      about={
        mode === 'year'
          ? t('Every Monday at 8:00: the last week of this view, compared with the same period last year.')
          : t('Every Monday at 8:00: the last week of this view, compared with the week before.')
      }
    >
      <Done visit={visit} forms={[emailView]} />
      {deps.mailer.delivers ? (
        <Form form={form} action={`${place.path}/${SHARING}/email${viewQuery(shown.view)}#email`}>
          <FormError errors={joinErrors(form.errors, 'name')} />
          {shown.view.filters.length > 0 && <Field form={form} name="name" />}
          <Button kind="quiet">{t('Email every Monday')}</Button>
          <p class="muted small">
            {rich(
              website.emailWeeklySummary
                ? 'Sent to the recipients of the weekly summary. Manage emailed views in <link>Notifications</link>.'
                : 'This also turns on the website’s weekly summary. Manage emailed views in <link>Notifications</link>.',
              { link: linkTo(`${place.path}/notifications`) },
            )}
          </p>
        </Form>
      ) : (
        <Notice>
          {rich('Emails are off: no mail server is set up. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>.', {
            code,
          })}
        </Notice>
      )}
    </SettingsPart>
  );
};
