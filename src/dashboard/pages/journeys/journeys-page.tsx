import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { answerJourney } from '../../../stats/behavior/journey.js';
import { journeyBody } from '../../../stats/behavior/parse-journey.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { matchFilter } from '../behavior/event-match.js';
import { answered, contextFor, scopeBody } from '../behavior/read-behavior.js';
import { JOURNEYS, viewAddress } from '../stats/base-path.js';
import { figuresDocument } from '../stats/figures-document.js';
import type { PageContext } from '../stats/page-context.js';
import { readAddress } from '../stats/read-address.js';
import { withFrame } from '../stats/with-frame.js';
import { type JourneyChoice, journeyParameters, readJourneyChoice } from './journey-choice.js';
import { Journeys, journeysTitle } from './journeys-content.js';

/** `/websites/:id/journeys`: where visits go from a page, or where they come from. */
export const journeysPage: PageRoute<'website'> = {
  path: `/websites/:id/${JOURNEYS}`,
  access: 'website',
  show: withFrame({ list: JOURNEYS, current: 'journeys', title: journeysTitle, own: readOwn }, async (visit) => {
    const { context, place } = visit;
    const { goals, choice, notices, isTyped } = await readChoice(visit);
    const own = journeyParameters(choice);
    const { shown: address, redirect } = await readAddress(visit, JOURNEYS, own);
    if (redirect !== undefined) return context.redirect(redirect, 303);
    if (isTyped) return context.redirect(viewAddress(place, address.view, { list: JOURNEYS, own }), 303);
    const shown = { ...address, notices: [...address.notices, ...notices] };
    const tree = shown.firstEvent === undefined ? undefined : await answered(readTree(visit, shown, choice));
    return figuresDocument(visit, journeysTitle(shown), <Journeys {...{ shown, choice, goals, tree }} />, {
      current: 'journeys',
      shown,
    });
  }),
};

async function readChoice({ deps, website, parameters }: Visit<'website'>) {
  const goals = await listDefinitions(deps.db, findKind('goal'), website.id);
  return { goals, ...readJourneyChoice(parameters, goals) };
}

async function readOwn(visit: Visit<'website'>) {
  return journeyParameters((await readChoice(visit)).choice);
}

/** One column more than there are chosen cells. */
async function readTree(visit: Visit<'website'>, shown: PageContext, choice: JourneyChoice) {
  const { anchor, direction, path, hasEvents, isBySection } = choice;
  const body = journeyBody.parse({
    ...scopeBody(shown),
    ...(anchor !== undefined && { anchor: { [direction === 'start' ? 'from' : 'to']: matchFilter(anchor) } }),
    steps: path.length + 1,
    path,
    events: hasEvents,
    groupBy: isBySection ? 'section' : 'page',
  });
  return (await answerJourney(visit.clickhouse, body, await contextFor(visit, body))).root;
}
