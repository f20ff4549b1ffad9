import { z } from 'zod';
import { createDefinition, deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { plainText } from '../../../lib/text.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, type Visit, websiteForm } from '../../page-route.js';
import { NOTES } from '../stats/base-path.js';
import { isDate } from '../stats/range-choice.js';
import { toView } from '../stats/to-view.js';

const annotation = findKind('annotation');

export const MAX_NOTE_LENGTH = 500;

const noteText = z.object({ text: plainText(1, MAX_NOTE_LENGTH) });

const isDay = { error: () => t('must be a date'), abort: true };

const noteFields = noteText
  .extend({
    at: z.string().refine(isDate, isDay),
    until: z.string().refine((text) => text === '' || isDate(text), isDay),
  })
  .refine(({ at, until }) => until === '' || until >= at, {
    path: ['until'],
    error: () => t('must not be before the first day'),
  });

export interface NoteFields {
  readonly at: string;
  /** The last day, or empty. */
  readonly until: string;
  readonly text: string;
}

/** As in the API. */
function toFields(values: Partial<NoteFields>) {
  const { until, ...fields } = valid(noteFields, values);
  return { ...fields, until: until || null };
}

export const addNote = websiteForm<NoteFields>({
  path: '/add',
  prefix: 'note',
  read: (sent) => sent.texts('at', 'until', 'text'),
  submit: async (values, visit) => {
    const note = { ...toFields(values), source: 'user' };
    await createDefinition(visit.deps.db, annotation, visit.website, note, visit.deps.now());
    return toNotes(visit, 'note-added');
  },
  done: { key: 'note-added', text: 'Note added.' },
});

/** The days of a note about an instant, which only the API writes, stay as they are. */
export interface EditedNote extends Partial<NoteFields> {
  readonly id: string;
}

export const editNote = websiteForm<EditedNote>({
  path: '/edit',
  prefix: 'edited',
  read: (sent) => (sent.has('at') ? sent.texts('id', 'at', 'until', 'text') : sent.texts('id', 'text')),
  submit: async ({ id, ...values }, visit) => {
    const patch = values.at === undefined ? valid(noteText, values) : toFields(values);
    await updateDefinition(visit.deps.db, annotation, visit.website, id, patch, visit.deps.now()).catch(
      refuseMissing('This note no longer exists.'),
    );
    return toNotes(visit, 'note-changed');
  },
  done: { key: 'note-changed', text: 'Note changed.' },
});

export const deleteNote = websiteForm({
  path: '/delete',
  read: (sent) => sent.texts('id'),
  submit: async ({ id }, visit) => {
    await deleteDefinition(visit.deps.db, annotation, visit.website.id, id, true).catch(
      refuseMissing('This note no longer exists.'),
    );
    return toNotes(visit, 'note-deleted');
  },
  done: { key: 'note-deleted', text: 'Note deleted.' },
});

export const noteForms = [addNote, editNote, deleteNote];

/** Back to the view in the address of the form. */
export const toNotes = (visit: Visit<'website'>, done?: string): Response => toView(visit, { done, anchor: NOTES });
