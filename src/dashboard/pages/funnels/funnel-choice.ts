import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { type FunnelBody, funnelBody, funnelDefaults, MAX_FUNNEL_STEPS } from '../../../stats/behavior/parse-funnel.js';
import {
  type EventMatch,
  findGoal,
  matchFilter,
  matchKey,
  parseMatch,
  readMatch,
  toMatch,
} from '../behavior/event-match.js';
import type { OwnParameters } from '../stats/view.js';

/** Dimensions that a funnel is split by; the first is the default. */
export const breakdowns = ['referrer', 'device', 'country'] as const;

export type Breakdown = (typeof breakdowns)[number];

export interface FunnelStep {
  /** As in the API. */
  readonly filter: unknown;
  /** Undefined for a filter that the form has no fields for. */
  readonly match: EventMatch | undefined;
}

type Settings = Pick<FunnelBody, 'order' | 'scope' | 'withinSeconds'>;

/** What the address selects. */
export interface FunnelChoice extends Settings {
  /** The saved funnel that is shown or edited. */
  readonly saved: Definition | undefined;
  /** Whether the address has the steps, which may differ from the saved ones. */
  readonly isEdited: boolean;
  readonly steps: readonly FunnelStep[];
  readonly breakdown: Breakdown;
}

interface Known {
  readonly funnels: readonly Definition[];
  readonly goals: readonly Definition[];
}

interface ReadChoice {
  readonly choice: FunnelChoice;
  readonly notices: readonly string[];
  /** Whether the form was sent, so that the address has another spelling. */
  readonly isTyped: boolean;
}

/** Without steps, the saved funnel of the address, or the oldest one. */
export function readFunnelChoice(parameters: URLSearchParams, { funnels, goals }: Known): ReadChoice {
  const id = parameters.get('funnel');
  const found = funnels.find((each) => each.id === id?.toLowerCase());
  const notices = id && found === undefined ? [t('This funnel no longer exists.')] : [];
  const breakdown = breakdowns.find((each) => each === parameters.get('breakdown')) ?? breakdowns[0];
  const isTyped = parameters.has('typed');
  const isNew = parameters.has('new');
  if (!isTyped && !parameters.has('step')) {
    const saved = found ?? (isNew || id ? undefined : funnels[0]);
    const steps = toSteps(saved);
    return { choice: { saved, isEdited: false, steps, breakdown, ...savedSettings(saved) }, notices, isTyped };
  }
  const given = isTyped ? typedSteps(parameters) : parameters.getAll('step').map(parseMatch);
  const known = given.flatMap((match) => (match === undefined || isGone(match, goals) ? [] : [match]));
  const matches = known.slice(0, MAX_FUNNEL_STEPS);
  if (!isTyped && known.length < given.length)
    notices.push(t('Steps of the link that are not valid, or whose goal no longer exists, were left out.'));
  if (known.length > MAX_FUNNEL_STEPS)
    notices.push(t('A funnel has at most {count} steps. Showing the first {count}.', { count: MAX_FUNNEL_STEPS }));
  const steps = matches.map((match) => ({ match, filter: matchFilter(match) }));
  return { choice: { saved: found, isEdited: true, steps, breakdown, ...readSettings(parameters) }, notices, isTyped };
}

const isGone = (match: EventMatch, goals: readonly Definition[]): boolean =>
  match.kind === 'goal' && findGoal(goals, match) === undefined;

const typedSteps = (parameters: URLSearchParams): readonly EventMatch[] =>
  Array.from({ length: MAX_FUNNEL_STEPS + 1 }, (_, place) => place + 1).flatMap(
    (place) => toMatch(parameters.get(`kind${place}`) ?? '', parameters.get(`value${place}`) ?? '') ?? [],
  );

function readSettings(parameters: URLSearchParams): Settings {
  const within = funnelBody.shape.withinSeconds.safeParse(Number(parameters.get('within')));
  return {
    order: parameters.get('order') === 'strict' ? 'strict' : funnelDefaults.order,
    scope: parameters.get('scope') === 'session' ? 'session' : funnelDefaults.scope,
    withinSeconds: within.success ? within.data : funnelDefaults.withinSeconds,
  };
}

const DAY_SECONDS = 86_400;

/** Offered by the form. */
export const windows = [3_600, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS, 90 * DAY_SECONDS];

/** A stored definition has every field of its kind. */
const savedSettings = (saved: Definition | undefined): Settings => {
  const { order, scope, withinSeconds } = (saved ?? funnelDefaults) as unknown as Settings;
  return { order, scope, withinSeconds };
};

const toSteps = (saved: Definition | undefined): readonly FunnelStep[] =>
  ((saved?.steps ?? []) as readonly unknown[]).map((filter) => ({ filter, match: readMatch(filter) }));

/** A funnel that is not saved has its steps in the address, and an edited one too. */
export function funnelParameters({
  saved,
  isEdited,
  steps,
  order,
  scope,
  withinSeconds,
  breakdown,
}: FunnelChoice): OwnParameters {
  const settings = Object.entries({ order, scope, within: withinSeconds });
  const defaults: Readonly<Record<string, unknown>> = { ...funnelDefaults, within: funnelDefaults.withinSeconds };
  return [
    ...(saved === undefined ? [] : [['funnel', saved.id] as const]),
    ...(saved === undefined && steps.length === 0 ? [['new', '1'] as const] : []),
    ...(isEdited
      ? [
          ...steps.flatMap(({ match }) => (match === undefined ? [] : [['step', matchKey(match)] as const])),
          ...settings.flatMap(([name, value]) => (value === defaults[name] ? [] : [[name, String(value)] as const])),
        ]
      : []),
    ...(breakdown === breakdowns[0] ? [] : [['breakdown', breakdown] as const]),
  ];
}

/** As in the API: a body, or a saved funnel. */
export const funnelFields = ({ steps, order, scope, withinSeconds }: FunnelChoice) => ({
  steps: steps.map(({ filter }) => filter),
  order,
  scope,
  withinSeconds,
});
