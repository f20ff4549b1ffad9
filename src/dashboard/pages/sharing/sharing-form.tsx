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

export const SharingForm: FC<Props> = ({ shown: { place, view, range, comparison }, form }) => (
  <Form form={form} action={`${place.path}/${SHARING}/add${viewQuery(view)}#new-link`}>
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
      value={isFiltered(view) ? 'view' : 'all'}
      options={[
        {
          value: 'all',
          label: 'The whole dashboard',
          hint: 'It opens with this view, without segments, filters by property, and filters joined to them by “or”. Readers can choose others.',
        },
        {
          value: 'view',
          label: 'Only this view',
          hint: 'With its filters, goal and segment as they are now, which readers see in words and cannot change.',
        },
      ]}
    />
    <fieldset class="options only-view">
      <legend>{t('In this view')}</legend>
      <Checkbox
        form={form}
        name="keepsDates"
        label={`Keep the dates: ${range.label}${comparison === undefined ? '' : `, compared with ${comparison.segment ? 'the previous period' : comparison.name}`}`}
        hint={t('Otherwise readers can choose other dates.')}
        checked={form.values === undefined}
      />
      {panelNames.map((name) => (
        <Checkbox form={form} name={name} label={panelTitles[name]} checked={form.values === undefined} />
      ))}
    </fieldset>
    <Select
      form={form}
      name="expires"
      label={t('Expires')}
      options={EXPIRIES.map((days) => [days, days === '' ? 'Never' : `In ${days} days`])}
    />
    <Field
      form={form}
      name="password"
      label={t('Password (optional)')}
      type="password"
      hint={`Required to open the link. At least ${MIN_PASSWORD} characters.`}
      autocomplete="new-password"
      minlength={MIN_PASSWORD}
    />
    <Button>{t('Create link')}</Button>
  </Form>
);
