import type { Child } from 'hono/jsx';
import { explainPattern } from '../../../stats/rows/patterns.js';
import type { FiguresVisit } from '../../page-route.js';
import { NotesSection } from '../notes/notes-section.js';
import { arrangeNotes } from '../notes/place-notes.js';
import { readShownNotes } from '../notes/read-shown-notes.js';
import { FiguresContent } from './figures-content.js';
import type { PageContext } from './page-context.js';
import { readFigures } from './read-figures.js';

/** The dashboard of a view. */
export async function readContent(visit: FiguresVisit, shown: PageContext): Promise<NonNullable<Child>> {
  const [figures, notes] = await Promise.all([
    readFigures(visit, { ...shown, now: visit.deps.now() }).catch(explainPattern),
    readShownNotes(visit, shown),
  ]);
  return <FiguresContent shown={shown} figures={figures} notes={notes} />;
}

/** The notes of a view whose figures cannot be read. */
export async function readNotesAlone(visit: FiguresVisit, shown: PageContext): Promise<Child> {
  const notes = await readShownNotes(visit, shown);
  return notes && <NotesSection shown={shown} notes={notes} arranged={arrangeNotes(notes.found, shown, [])} />;
}
