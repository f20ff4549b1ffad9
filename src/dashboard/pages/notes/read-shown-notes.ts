import { type Note, readNotes } from '../../../definitions/notes.js';
import { t } from '../../../lib/language/translate.js';
import type { FiguresVisit } from '../../page-route.js';
import type { FieldErrors, ShownForm } from '../../ui/form.js';
import { type Failure, orFailure } from '../stats/or-failure.js';
import type { PageContext } from '../stats/page-context.js';
import { addNote, type EditedNote, editNote, type NoteFields, noteForms } from './note-forms.js';

/** Only for the owner: system notes name imports and deletions, and the others were written for no one else. */
export interface ShownNotes {
  /** Of the range, by their start. */
  readonly found: readonly Note[] | Failure;
  readonly forms: ShownForms;
  /** Undefined if no note is being edited. */
  readonly editedId: string | undefined;
  /** The success message of a form. */
  readonly done: string | undefined;
}

/** Undefined on shared links. */
export async function readShownNotes(
  { place, deps, website, context }: FiguresVisit,
  { range }: PageContext,
  forms = UNSENT,
): Promise<ShownNotes | undefined> {
  if (!place.own) return undefined;
  const key = context.req.query('done');
  const { done } = noteForms.find((form) => form.done?.key === key) ?? {};
  return {
    found: await orFailure(readNotes(deps.db, website, range.ranges.range)),
    forms,
    editedId: forms.editing.values?.id ?? context.req.query('note'),
    done: done && t(done.text),
  };
}

type SentForm<Values> = Omit<ShownForm<Values>, 'action'>;

export interface ShownForms {
  readonly adding: SentForm<NoteFields>;
  readonly editing: SentForm<EditedNote>;
  /** Errors of the form that deletes. */
  readonly refused: FieldErrors;
}

const UNSENT: ShownForms = {
  adding: { values: undefined, errors: {}, prefix: addNote.prefix },
  editing: { values: undefined, errors: {}, prefix: editNote.prefix },
  refused: {},
};
