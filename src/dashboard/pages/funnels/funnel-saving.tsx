import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Field } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { withVisibleMarks } from '../stats/name.js';
import { funnelParameters } from './funnel-choice.js';
import type { FunnelsProps } from './funnel-props.js';

const DELETE_ID = 'delete-funnel';

/** Forms keep the address: it has the funnel that they save, rename or delete. */
export const FunnelSaving: FC<FunnelsProps> = ({ shown: { place, view }, choice, forms }) => {
  const { saved, isEdited } = choice;
  const address = viewAddress(place, view, { list: FUNNELS, own: funnelParameters(choice) });
  const query = address.includes('?') ? address.slice(address.indexOf('?')) : '';
  const action = (path: string) => `${place.path}/${FUNNELS}/${path}${query}`;
  return (
    <div class="row funnel-saving" id="save">
      {(saved === undefined || isEdited) && (
        <Form class="row" action={action('save')}>
          <Field form={forms.save} name="name" label={saved === undefined ? t('Name') : t('Name of a copy')} />
          <Button kind="quiet">{saved === undefined ? t('Save funnel') : t('Save as new funnel')}</Button>
        </Form>
      )}
      {saved !== undefined && isEdited && (
        <Form class="row" action={action('update')}>
          <Button>{t('Save changes')}</Button>
        </Form>
      )}
      {saved !== undefined && !isEdited && (
        <>
          <Form class="row" id="rename" action={action('rename')}>
            <Field form={forms.rename} name="name" value={saved.name ?? ''} />
            <Button kind="quiet">{t('Rename')}</Button>
          </Form>
          <ConfirmLink dialog={DELETE_ID}>{t('Delete funnel')}</ConfirmLink>
          <ConfirmDialog
            id={DELETE_ID}
            title={t('Delete “{name}”?', { name: withVisibleMarks(saved.name ?? '') })}
            action={action('delete')}
            consequence={t('The saved steps are deleted. Stats do not change.')}
          >
            <Button kind="danger">{t('Delete funnel')}</Button>
          </ConfirmDialog>
        </>
      )}
    </div>
  );
};
