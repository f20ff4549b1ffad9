import type { FindAnswerPage } from '../../http/mcp/tool.js';
import type { Services } from '../../http/services.js';
import { cohortsBody } from '../../stats/behavior/parse-cohorts.js';
import { funnelBody } from '../../stats/behavior/parse-funnel.js';
import { journeyBody } from '../../stats/behavior/parse-journey.js';
import { changesBody } from '../../stats/changes/parse-changes.js';
import { websitePlace } from '../access/place.js';
import { readMatch } from './behavior/event-match.js';
import { breakdowns, funnelParameters } from './funnels/funnel-choice.js';
import { journeyParameters } from './journeys/journey-choice.js';
import { retentionParameters } from './retention/retention-choice.js';
import { type AddressMore, CHANGES, FUNNELS, JOURNEYS, RETENTION, viewAddress } from './stats/base-path.js';
import type { View } from './stats/view.js';
import { viewOfBody } from './view-of-body.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * Writes the URL of the page that shows what a route of the API has answered. Choices that the page does not have are left
 * out; a funnel, journey or return that it cannot show leads to the dashboard.
 */
export const findAnswerPage =
  ({ baseUrl, now }: Pick<Services, 'baseUrl' | 'now'>): FindAnswerPage =>
  (website, route, body) => {
    const { chosen, ...more } = readOwnChoice(route, body);
    const view = { ...viewOfBody(body, { now: now(), zone: website.timezone }), ...chosen };
    return `${baseUrl}${viewAddress(websitePlace(website), view, more)}`;
  };

interface OwnChoice extends Pick<AddressMore, 'list' | 'own'> {
  /** Differs from the view of other routes. */
  readonly chosen?: Partial<View>;
}

/** The page, and what it shows besides range and filters. */
function readOwnChoice(route: string, body: Body): OwnChoice {
  switch (route) {
    case 'changes':
      return changesChoice(body);
    case 'funnel':
      return funnelChoice(body);
    case 'cohorts':
      return retentionChoice(body);
    case 'journey':
      return journeyChoice(body);
    default:
      return {};
  }
}

function changesChoice(body: Body): OwnChoice {
  const { metric } = changesBody.parse(body);
  // With a goal, the page knows no pageviews.
  return { list: CHANGES, chosen: { metric, ...(metric !== 'conversions' && { goal: undefined }) } };
}

function funnelChoice(body: Body): OwnChoice {
  const { steps, breakdown, ...settings } = funnelBody.parse(body);
  const matched = steps.map((filter) => ({ filter, match: readMatch(filter) }));
  if (matched.some(({ match }) => match === undefined)) return {};
  const shown = breakdowns.find((each) => each === breakdown) ?? breakdowns[0];
  const choice = { ...settings, saved: undefined, isEdited: true, steps: matched, breakdown: shown };
  return { list: FUNNELS, own: funnelParameters(choice) };
}

function retentionChoice(body: Body): OwnChoice {
  const { interval, returned } = cohortsBody.parse(body);
  const match = readMatch(returned);
  if (isGiven(returned) && match?.kind !== 'goal') return {};
  return {
    list: RETENTION,
    own: retentionParameters({ period: interval, returned: match && { id: match.value.toLowerCase() } }),
  };
}

function journeyChoice(body: Body): OwnChoice {
  const { anchor = {}, path = [], events, groupBy } = journeyBody.parse(body);
  const filter = [anchor.from, anchor.to, anchor.through].find(isGiven);
  const match = readMatch(filter);
  if (isGiven(anchor.through) || (isGiven(filter) && match === undefined)) return {};
  const direction = isGiven(anchor.to) ? 'end' : 'start';
  const choice = { direction, anchor: match, path, hasEvents: events, isBySection: groupBy === 'section' } as const;
  return { list: JOURNEYS, own: journeyParameters(choice) };
}

const isGiven = (filter: unknown): boolean => filter !== undefined && filter !== null;
