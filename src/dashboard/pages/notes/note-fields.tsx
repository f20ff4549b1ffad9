import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Field } from '../../ui/fields.js';
import { Button, ButtonLink, Form, FormError } from '../../ui/form.js';
import { fieldName } from '../../ui/sent-form.js';
import { NOTES, viewAddress } from '../stats/base-path.js';
import { isRunning, type PageContext } from '../stats/page-context.js';
import { viewQuery } from '../stats/view.js';
import { addNote, deleteNote, editNote } from './note-forms.js';
import type { PlacedNote } from './place-notes.js';
import type { ShownNotes } from './read-shown-notes.js';

interface Props<Name extends 'adding' | 'editing'> {
  readonly shown: PageContext;
  readonly form: ShownNotes[Name];
}

const DELETE_ID = 'delete-note';

/** Below the page of figures, with the view to return to. */
const formPath = ({ place, view }: PageContext, { path }: { readonly path: string }): string =>
  `${place.path}/${NOTES}${path}${viewQuery(view)}#${NOTES}`;

/** A refused form stays as it is when the page is refreshed. */
export const NoteAdding: FC<Props<'adding'>> = ({ shown, form }) => {
  const { range, today } = shown;
  const isRefused = form.values !== undefined;
  return (
    <details class="add-note" id="add-note" open={isRefused} data-keep={isRefused}>
      <summary class="button button-quiet button-small">{t('Add note')}</summary>
      <Form class="note-form" action={formPath(shown, addNote)}>
        <FormError errors={form.errors} />
        <Field form={form} name="text" />
        <Field form={form} name="at" value={isRunning(shown) ? today : range.days.to} />
        <Field form={form} name="until" />
        <Button small>{t('Save note')}</Button>
      </Form>
    </details>
  );
};

export const NoteEditing: FC<Props<'editing'> & { readonly note: PlacedNote }> = ({ shown, form, note }) => {
  const { id, at, until, text } = note;
  return (
    <div class="note-editing" id="edit-note" data-keep={form.values !== undefined}>
      <Form class="note-form" action={formPath(shown, editNote)}>
        <FormError errors={form.errors} />
        <input type="hidden" name={fieldName(form, 'id')} value={id} />
        <Field form={form} name="text" value={text} />
        {!at.includes('T') && (
          <>
            <Field form={form} name="at" value={at} />
            <Field form={form} name="until" value={until} />
          </>
        )}
        <Button small>{t('Save note')}</Button>
        <ButtonLink kind="quiet" small href={viewAddress(shown.place, shown.view)}>
          {t('Cancel')}
        </ButtonLink>
        <ConfirmLink dialog={DELETE_ID}>{t('Delete')}</ConfirmLink>
      </Form>
      <ConfirmDialog
        id={DELETE_ID}
        title={t('Delete this note?')}
        action={formPath(shown, deleteNote)}
        consequence={t('Only the note is deleted. Stats do not change.')}
      >
        <input type="hidden" name="id" value={id} />
        <Button kind="danger">{t('Delete note')}</Button>
      </ConfirmDialog>
    </div>
  );
};
