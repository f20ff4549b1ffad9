import { z } from 'zod';
import { createDefinition, deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { plainText } from '../../../lib/text.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, type Visit, websiteForm } from '../../page-route.js';
import { line, text } from '../../ui/fields.js';
import type { SentForm } from '../../ui/sent-form.js';
import { NOTES } from '../stats/base-path.js';
import { isDate } from '../stats/range-choice.js';
import { toView } from '../stats/to-view.js';

const annotation = findKind('annotation');

const MAX_NOTE_LENGTH = 500;

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
  })
  // As in the API.
  .transform(({ until, ...note }) => ({ ...note, until: until || null }));

const fields = {
  text: line('Note', { maxlength: MAX_NOTE_LENGTH, autocomplete: 'off', required: true }),
  at: line('Day', { type: 'date', required: true }),
  until: line('Last day (optional)', { type: 'date' }),
};

export const addNote = websiteForm({
  path: '/add',
  prefix: 'note',
  fields,
  schema: noteFields,
  submit: async (note, visit) => {
    const { deps, website } = visit;
    await createDefinition(deps.db, annotation, website, { ...note, source: 'user' }, deps.now());
    return toNotes(visit, 'note-added');
  },
  done: { key: 'note-added', text: 'Note added.' },
});

/** The days of a note about an instant, which only the API writes, stay as they are: the form does not have them. */
export const editNote = websiteForm({
  path: '/edit',
  prefix: 'edited',
  fields: { ...fields, id: text, hasDays: { read: (sent: SentForm) => sent.has('at') } },
  submit: async ({ id, hasDays, ...values }, visit) => {
    const patch = valid(hasDays ? noteFields : noteText, values);
    await updateDefinition(visit.deps.db, annotation, visit.website, id, patch, visit.deps.now()).catch(
      refuseMissing('This note no longer exists.'),
    );
    return toNotes(visit, 'note-changed');
  },
  done: { key: 'note-changed', text: 'Note changed.' },
});

export const deleteNote = websiteForm({
  path: '/delete',
  fields: { id: text },
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
