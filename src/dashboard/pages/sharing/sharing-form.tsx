import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { FormValues } from '../../page-route.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { Button, Form, FormError } from '../../ui/form.js';
import { joinErrors } from '../definitions/definition-forms.js';
import { SHARING } from '../stats/base-path.js';
import type { PageContext } from '../stats/page-context.js';
import { isFiltered, panelNames, viewQuery } from '../stats/view.js';
import { type createLink, EXPIRIES } from './sharing-forms.js';

interface Props {
  readonly shown: PageContext;
  readonly form: ShownForm<FormValues<typeof createLink>>;
}

export const SharingForm: FC<Props> = ({ shown, form }) => (
  <Form form={form} action={`${shown.place.path}/${SHARING}/add${viewQuery(shown.view)}#new-link`}>
    <FormError errors={joinErrors(form.errors, 'name', 'password', 'expires', 'readers')} />
    <Field form={form} name="name" />
    <Field form={form} name="readers" value={isFiltered(shown.view) ? 'view' : 'all'} />
    <fieldset class="options only-view">
      <legend>{t('In this view')}</legend>
      <Field form={form} name="keepsDates" label={datesLabel(shown)} value />
      {panelNames.map((name) => (
        <Field form={form} name={name} value />
      ))}
    </fieldset>
    <Field
      form={form}
      name="expires"
      options={EXPIRIES.map((days) => [days, days === '' ? t('Never') : t('In {days} days', { days: Number(days) })])}
    />
    <Field form={form} name="password" />
    <Button>{t('Create link')}</Button>
  </Form>
);

/** A link has no segments: compared with one, the view is compared with the previous period there. */
function datesLabel({ range, comparison }: PageContext): string {
  const dates = range.label;
  if (comparison === undefined) return t('Keep the dates: {dates}', { dates });
  const compared = comparison.segment ? t('the previous period') : comparison.name;
  return t('Keep the dates: {dates}, compared with {compared}', { dates, compared });
}
