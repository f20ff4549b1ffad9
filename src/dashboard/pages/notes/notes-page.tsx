import type { PageRoute, Visit } from '../../page-route.js';
import { NOTES } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { figuresDocument } from '../stats/figures-document.js';
import { readAddress } from '../stats/read-address.js';
import { readContent, readNotesAlone } from '../stats/read-content.js';
import { withFrame } from '../stats/with-frame.js';
import { noteForms, toNotes } from './note-forms.js';

/** `/websites/:id/notes`: the forms of notes, which are on the dashboard. So is a refused one. */
export const notesPage: PageRoute<'website'> = {
  path: `/websites/:id/${NOTES}`,
  access: 'website',
  forms: noteForms,
  show: withFrame<Visit<'website'>>(
    {
      current: 'dashboard',
      title: pageTitle,
      more: readNotesAlone,
    },
    async (visit) => {
      if (visit.context.req.method !== 'POST') return toNotes(visit);
      const { shown } = await readAddress(visit);
      return figuresDocument(visit, pageTitle(shown), await readContent(visit, shown), { current: 'dashboard', shown });
    },
  ),
};
