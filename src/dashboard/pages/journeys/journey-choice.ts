import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { MAX_JOURNEY_STEPS } from '../../../stats/behavior/parse-journey.js';
import { type EventMatch, findGoal, matchKey, parseMatch, toMatch } from '../behavior/event-match.js';
import type { OwnParameters } from '../stats/view.js';

const MAX_VALUE_LENGTH = 2_000;

/** What the address selects. */
export interface JourneyChoice {
  readonly direction: 'start' | 'end';
  /** Undefined for the entry pages. */
  readonly anchor: EventMatch | undefined;
  /** The chosen cell of each column. */
  readonly path: readonly string[];
  readonly hasEvents: boolean;
  readonly isBySection: boolean;
}

interface ReadChoice {
  readonly choice: JourneyChoice;
  readonly notices: readonly string[];
  /** Whether the start or end was typed, so that the address has another spelling. */
  readonly isTyped: boolean;
}

/** Values that are not understood are reported, and ignored. */
export function readJourneyChoice(parameters: URLSearchParams, goals: readonly Definition[]): ReadChoice {
  const settings = {
    hasEvents: parameters.get('with') === 'events',
    isBySection: parameters.get('group') === 'section',
  };
  const typed = parameters.get('anchor');
  if (typed !== null) {
    const direction = typed === 'end' ? 'end' : 'start';
    const anchor = toMatch(parameters.get('kind') ?? '', parameters.get('match') ?? '');
    return { choice: { direction, anchor, path: [], ...settings }, notices: [], isTyped: true };
  }
  const [start, end] = [parameters.get('start'), parameters.get('end')];
  const direction = !start && end ? 'end' : 'start';
  const text = start || end || '';
  const parsed = parseMatch(text);
  const isGone = parsed?.kind === 'goal' && findGoal(goals, parsed) === undefined;
  const anchor = isGone ? undefined : parsed;
  const path = parameters.getAll('path').filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH);
  return {
    choice: {
      direction: anchor === undefined ? 'start' : direction,
      anchor,
      path: (text !== '' && anchor === undefined ? [] : path.slice(0, MAX_JOURNEY_STEPS - 1)).map((value) =>
        value.toWellFormed(),
      ),
      ...settings,
    },
    notices: [
      ...(isGone ? [t('This goal no longer exists. Showing entry pages.')] : []),
      ...(text !== '' && parsed === undefined ? [t('The start in the link is not valid. Showing entry pages.')] : []),
      ...(start && end ? [t('A journey has a start or an end. Showing journeys from the start.')] : []),
    ],
    isTyped: false,
  };
}

export const journeyParameters = ({
  direction,
  anchor,
  path,
  hasEvents,
  isBySection,
}: JourneyChoice): OwnParameters => [
  ...(anchor === undefined ? [] : [[direction, matchKey(anchor)] as const]),
  ...(hasEvents ? [['with', 'events'] as const] : []),
  ...(isBySection ? [['group', 'section'] as const] : []),
  ...path.map((value) => ['path', value] as const),
];

/** The steps of a funnel that follows the path. */
export function pathSteps({ direction, anchor, path }: JourneyChoice): readonly EventMatch[] {
  const nodes = path.map((value): EventMatch => ({ kind: value.startsWith('/') ? 'page' : 'event', value }));
  if (anchor === undefined) return nodes;
  return direction === 'start' ? [anchor, ...nodes] : [...nodes.toReversed(), anchor];
}
