import type { PageRoute } from '../../page-route.js';
import { figuresDocument } from '../stats/answer-figures.js';
import { NOTES } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { readAddress } from '../stats/read-address.js';
import { readContent } from '../stats/read-content.js';
import { addNote, deleteNote, editNote, noteForms, toView } from './note-forms.js';

/** `/websites/:id/notes`: the forms of notes, which are on the dashboard. So is a refused one. */
export const notesPage: PageRoute<'website'> = {
  path: `/websites/:id/${NOTES}`,
  access: 'website',
  forms: noteForms,
  show: async (visit) => {
    if (visit.context.req.method !== 'POST') return toView(visit);
    const { shown } = await readAddress(visit);
    const content = await readContent(visit, shown, {
      adding: visit.of(addNote),
      editing: visit.of(editNote),
      refused: visit.of(deleteNote).errors,
    });
    return figuresDocument(visit, pageTitle(shown), content, { current: 'dashboard', shown });
  },
};
