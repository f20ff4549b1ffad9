import type { PageRoute, Visit } from '../../page-route.js';
import { figuresDocument } from '../stats/answer-figures.js';
import { NOTES } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { readAddress } from '../stats/read-address.js';
import { readContent, readNotesAlone } from '../stats/read-content.js';
import { withFrame } from '../stats/with-frame.js';
import { addNote, deleteNote, editNote, noteForms, toNotes } from './note-forms.js';

const readForms = (visit: Visit<'website'>) => ({
  adding: visit.of(addNote),
  editing: visit.of(editNote),
  refused: visit.of(deleteNote).errors,
});

/** `/websites/:id/notes`: the forms of notes, which are on the dashboard. So is a refused one. */
export const notesPage: PageRoute<'website'> = {
  path: `/websites/:id/${NOTES}`,
  access: 'website',
  forms: noteForms,
  show: withFrame(
    {
      current: 'dashboard',
      title: pageTitle,
      more: (visit, shown) => readNotesAlone(visit, shown, readForms(visit)),
    },
    async (visit) => {
      if (visit.context.req.method !== 'POST') return toNotes(visit);
      const { shown } = await readAddress(visit);
      const content = await readContent(visit, shown, readForms(visit));
      return figuresDocument(visit, pageTitle(shown), content, { current: 'dashboard', shown });
    },
  ),
};
