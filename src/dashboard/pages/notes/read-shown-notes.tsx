import type { Child } from 'hono/jsx';
import { type Note, readNotes } from '../../../definitions/notes.js';
import { Done, type FiguresVisit, type FormValues } from '../../page-route.js';
import type { FieldErrors, ShownForm } from '../../ui/fields.js';
import { type Failure, orFailure } from '../stats/or-failure.js';
import type { PageContext } from '../stats/page-context.js';
import { addNote, deleteNote, editNote, noteForms } from './note-forms.js';

/** Only for the owner: system notes name imports and deletions, and the others were written for no one else. */
export interface ShownNotes {
  /** Of the range, by their start. */
  readonly found: readonly Note[] | Failure;
  readonly adding: ShownForm<FormValues<typeof addNote>>;
  readonly editing: ShownForm<FormValues<typeof editNote>>;
  /** Errors of the form that deletes. */
  readonly refused: FieldErrors;
  /** Undefined if no note is being edited. */
  readonly editedId: string | undefined;
  /** The success message of a form. */
  readonly done: Child;
}

/** Undefined on shared links. */
export async function readShownNotes(visit: FiguresVisit, { range }: PageContext): Promise<ShownNotes | undefined> {
  const { place, deps, website, context } = visit;
  if (!place.own) return undefined;
  const editing = visit.of(editNote);
  return {
    found: await orFailure(readNotes(deps.db, website, range.ranges.range)),
    adding: visit.of(addNote),
    editing,
    refused: visit.of(deleteNote).errors,
    editedId: editing.values?.id ?? context.req.query('note'),
    done: <Done visit={visit} forms={noteForms} />,
  };
}
