import { z } from 'zod';
import { type Filter, MAX_FILTER_LENGTH } from '../filters.js';
import type { Scope } from '../query.js';
import { filterBody } from '../rows/filter-schema.js';
import { parseFilter } from '../rows/parse-filter.js';
import { parseRanges, type ResolvedRanges } from '../rows/parse-ranges.js';
import { Problems, within } from '../rows/problems.js';
import { type BehaviorContext, scopeFields } from './behavior-body.js';

export const MAX_JOURNEY_STEPS = 10;
const DEFAULT_STEPS = 4;

const anchorKinds = ['from', 'to', 'through'] as const;

export type AnchorKind = (typeof anchorKinds)[number];

const anchorFilter = filterBody.optional();

/** The body of a journey; filters are checked by {@link parseJourney}. */
export const journeyBody = scopeFields.extend({
  anchor: z
    .strictObject({ from: anchorFilter, to: anchorFilter, through: anchorFilter })
    .optional()
    .describe('One of `from`, `to`, `through`: the first such event of a session. By default, the start of sessions')
    .meta({ examples: [{ from: { dimension: 'page', operator: 'is', values: ['/'] } }] }),
  steps: z
    .int('must be a whole number of steps')
    .min(1, 'must be at least 1')
    .max(MAX_JOURNEY_STEPS, `must be at most ${MAX_JOURNEY_STEPS}`)
    .default(DEFAULT_STEPS)
    .describe('Levels of the tree below its root'),
  path: z
    .array(z.string().min(1, 'must not be empty').max(MAX_FILTER_LENGTH))
    .max(MAX_JOURNEY_STEPS, `must have at most ${MAX_JOURNEY_STEPS} steps`)
    .optional()
    .describe('Values of nodes from the root on: only these have children, so that each level is of one of them')
    .meta({ examples: [['/pricing']] }),
  events: z.boolean().default(false).describe('Whether custom events are steps too, by their names'),
  groupBy: z
    .enum(['page', 'section'])
    .default('page')
    .describe('`section` takes pages of one section together: `/a/b` is `/a/*`'),
  filters: scopeFields.shape.filters.describe('Chooses sessions: those with such an event in the range'),
});

export type JourneyBody = z.output<typeof journeyBody>;

/** The sessions that began in the range and have an event of the filter in it. */
export interface Journey extends Scope {
  /** Undefined for the start of sessions. */
  readonly anchor: { readonly kind: AnchorKind; readonly filter: Filter } | undefined;
  readonly steps: number;
  /** The nodes that are followed; undefined for all. */
  readonly path: readonly string[] | undefined;
  readonly hasEvents: boolean;
  readonly isBySection: boolean;
}

/**
 * Checks everything of a body. Values of filters are still as typed.
 *
 * @throws AppError `invalid` that lists every problem
 */
export function parseJourney(
  body: JourneyBody,
  context: BehaviorContext,
): { readonly journey: Journey; readonly ranges: ResolvedRanges } {
  const { websiteId, references } = context;
  const problems = new Problems();
  const ranges = parseRanges(body, context, problems);
  const filter = parseFilter(body.filters, 'filters', problems, references);
  const anchor = parseAnchor(body, context, problems);
  if (body.path !== undefined && anchor?.kind === 'through')
    problems.add('path', 'does_not_combine', 'follows one direction, not through', ['from', 'to']);
  problems.throwIfAny();
  return {
    journey: {
      websiteId,
      range: ranges!.range,
      filter,
      anchor,
      steps: body.steps,
      path: body.path,
      hasEvents: body.events,
      isBySection: body.groupBy === 'section',
    },
    ranges: ranges!,
  };
}

function parseAnchor({ anchor }: JourneyBody, { references }: BehaviorContext, problems: Problems): Journey['anchor'] {
  if (anchor === undefined) return undefined;
  const [kind, ...others] = anchorKinds.filter((each) => anchor[each] !== undefined && anchor[each] !== null);
  if (kind === undefined || others.length > 0) {
    problems.add('anchor', 'invalid_anchor', `must have one of ${anchorKinds.join(', ')}`);
    return undefined;
  }
  const filter = parseFilter(anchor[kind], within('anchor', kind), problems, references);
  return filter && { kind, filter };
}
