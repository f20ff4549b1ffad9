import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { answerFunnel } from '../../../stats/behavior/funnel.js';
import { funnelBody } from '../../../stats/behavior/parse-funnel.js';
import type { Visit } from '../../page-route.js';
import type { EventMatch } from '../behavior/event-match.js';
import { contextFor, scopeBody } from '../behavior/read-behavior.js';
import type { PageContext } from '../stats/page-context.js';
import { toScope } from '../stats/read-figures.js';
import { suggestValues } from '../stats/suggest-values.js';
import { type FunnelChoice, funnelFields, readFunnelChoice } from './funnel-choice.js';

/** What the address selects, among the funnels and goals of the website. */
export async function readFunnels({ deps, website, parameters }: Visit<'website'>) {
  const [funnels, goals] = (await Promise.all(
    (['funnel', 'goal'] as const).map((kind) => listDefinitions(deps.db, findKind(kind), website.id)),
  )) as [Definitions, Definitions];
  const read = readFunnelChoice(parameters, { funnels, goals });
  return { ...read, funnels, goals };
}

type Definitions = Awaited<ReturnType<typeof listDefinitions>>;
type Suggestions = Awaited<ReturnType<typeof suggestValues>>;

export type FunnelAnswer = Awaited<ReturnType<typeof answerFunnel>>;

/** As the API answers. */
export async function readFunnel(visit: Visit<'website'>, shown: PageContext, choice: FunnelChoice) {
  const body = funnelBody.parse({ ...scopeBody(shown), ...funnelFields(choice), breakdown: choice.breakdown });
  return answerFunnel(visit.clickhouse, body, await contextFor(visit, body));
}

/** Steps of a first funnel: the two pages with the most visitors, and a goal or the most frequent event. */
export async function suggestSteps(
  visit: Visit<'website'>,
  shown: PageContext,
  goals: Definitions,
): Promise<readonly EventMatch[]> {
  const [pages, events] = (await Promise.all(
    (['page', 'event'] as const).map((name) => suggestValues(visit.clickhouse, toScope(shown), name, '')),
  )) as [Suggestions, Suggestions];
  const [goal] = goals;
  const [event] = events;
  const steps = pages.slice(0, 2).map(({ name }): EventMatch => ({ kind: 'page', value: name }));
  if (goal !== undefined) return [...steps, { kind: 'goal', value: goal.id }];
  return event === undefined ? steps : [...steps, { kind: 'event', value: event.name }];
}
