import type { FC } from 'hono/jsx';
import { MIN_PASSWORD } from '../../../accounts/passwords.js';
import { t } from '../../../lib/language/translate.js';
import { Button, Checkbox, Field, Form, FormError, Options, Select, type ShownForm } from '../../ui/form.js';
import { joinErrors } from '../definitions/definition-forms.js';
import { SHARING } from '../stats/base-path.js';
import type { PageContext } from '../stats/page-context.js';
import { panelTitles } from '../stats/panel.js';
import { isFiltered, type PanelName, panelNames, viewQuery } from '../stats/view.js';
import { EXPIRIES } from './sharing-forms.js';

type Values = Readonly<Record<'name' | 'password' | 'expires' | 'readers', string>> &
  Readonly<Record<'keepsDates' | PanelName, boolean>>;

interface Props {
  readonly shown: PageContext;
  readonly form: ShownForm<Values>;
}

export const SharingForm: FC<Props> = ({ shown, form }) => (
  <Form form={form} action={`${shown.place.path}/${SHARING}/add${viewQuery(shown.view)}#new-link`}>
    <FormError errors={joinErrors(form.errors, 'name', 'password', 'expires', 'readers')} />
    <Field
      form={form}
      name="name"
      label={t('Name')}
      hint={t('Only you see this name.')}
      placeholder={t('Board')}
      autocomplete="off"
      maxlength={100}
      required
    />
    <Options
      form={form}
      name="readers"
      label={t('Readers see')}
      value={isFiltered(shown.view) ? 'view' : 'all'}
      options={[
        {
          value: 'all',
          label: t('The whole dashboard'),
          hint: t(
            'It opens with this view, without segments, filters by property, and filters joined to them by “or”. Readers can choose others.',
          ),
        },
        {
          value: 'view',
          label: t('Only this view'),
          hint: t('With its filters, goal and segment as they are now, which readers see in words and cannot change.'),
        },
      ]}
    />
    <fieldset class="options only-view">
      <legend>{t('In this view')}</legend>
      <Checkbox
        form={form}
        name="keepsDates"
        label={datesLabel(shown)}
        hint={t('Otherwise readers can choose other dates.')}
        checked={form.values === undefined}
      />
      {panelNames.map((name) => (
        <Checkbox form={form} name={name} label={t(panelTitles[name])} checked={form.values === undefined} />
      ))}
    </fieldset>
    <Select
      form={form}
      name="expires"
      label={t('Expires')}
      options={EXPIRIES.map(
        (days) => [days, days === '' ? t('Never') : t('In {days} days', { days: Number(days) })] as const,
      )}
    />
    <Field
      form={form}
      name="password"
      label={t('Password (optional)')}
      type="password"
      hint={t('Required to open the link. At least {count} characters.', { count: MIN_PASSWORD })}
      autocomplete="new-password"
      minlength={MIN_PASSWORD}
    />
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
