import type { Child } from 'hono/jsx';
import { explainPattern } from '../../../stats/rows/patterns.js';
import type { Visit } from '../../page-route.js';
import { readShownNotes, type ShownForms } from '../notes/read-shown-notes.js';
import { FiguresContent } from './figures-content.js';
import type { PageContext } from './page-context.js';
import { readFigures } from './read-figures.js';

/** The dashboard of a view. `forms` are those of notes that were refused. */
export async function readContent(
  visit: Visit<'figures'> | Visit<'website'>,
  shown: PageContext,
  forms?: ShownForms,
): Promise<NonNullable<Child>> {
  const [figures, notes] = await Promise.all([
    readFigures(visit, { ...shown, now: visit.deps.now() }).catch(explainPattern),
    readShownNotes(visit, shown, forms),
  ]);
  return <FiguresContent shown={shown} figures={figures} notes={notes} />;
}
