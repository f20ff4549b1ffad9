import { z } from 'zod';
import { t } from '../../lib/language/translate.js';
import type { Range } from '../../time/index.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { type Filter, listConditions } from '../filters.js';
import type { Scope } from '../query.js';
import { filterBody } from '../rows/filter-schema.js';
import { countValues, isRowDimension, parseFilter, type References, rowDimensions } from '../rows/parse-filter.js';
import { parseRanges, type ResolvedRanges } from '../rows/parse-ranges.js';
import { Problems, within } from '../rows/problems.js';
import { type BehaviorContext, scopeFields } from './behavior-body.js';

/** Rows of a breakdown; the others are added up. */
export const MAX_ROWS = 100;

export const MIN_FUNNEL_STEPS = 2;
export const MAX_FUNNEL_STEPS = 10;
const DAY_SECONDS = 86_400;
const MAX_WITHIN_DAYS = 90;

/** Of all filters together: their SQL is sent several times in a statement. */
const MAX_VALUES = 1_000;

/** What a funnel is, also a saved one; its steps are checked by {@link parseSteps}. */
export const funnelFields = z.object({
  steps: z
    .array(filterBody)
    .min(MIN_FUNNEL_STEPS, { error: () => t('must have at least {count} steps', { count: MIN_FUNNEL_STEPS }) })
    .max(MAX_FUNNEL_STEPS, { error: () => t('must have at most {count} steps', { count: MAX_FUNNEL_STEPS }) })
    .describe('Filters on single events, or `{ goal: id }`')
    .meta({
      examples: [
        [
          { dimension: 'page', operator: 'is', values: ['/pricing'] },
          { dimension: 'event', operator: 'is', values: ['signup'] },
        ],
      ],
    }),
  withinSeconds: z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1')
    .max(MAX_WITHIN_DAYS * DAY_SECONDS, `must be at most ${MAX_WITHIN_DAYS} days`)
    .describe('From the first step to the last one; by default a day')
    .meta({ examples: [DAY_SECONDS] }),
  order: z
    .enum(['any', 'strict'], { error: 'must be any or strict' })
    .describe('Whether other events may lie between two steps: `any` of them, or only repeats of the step before'),
  scope: z
    .enum(['visitor', 'session'], { error: 'must be visitor or session' })
    .describe('Whether all steps must be in one session'),
});

export const funnelDefaults = { withinSeconds: DAY_SECONDS, order: 'any', scope: 'visitor' } as const;

const { steps, withinSeconds, order, scope } = funnelFields.shape;

const sessionDimensions = rowDimensions.filter((name) => findDimension(name).of === 'session');

/** The body of a funnel; filters and names are checked by {@link parseFunnel}. */
export const funnelBody = scopeFields.extend({
  steps,
  withinSeconds: withinSeconds.default(funnelDefaults.withinSeconds),
  order: order.default(funnelDefaults.order),
  scope: scope.default(funnelDefaults.scope),
  breakdown: z
    .string()
    .meta({ enum: [...sessionDimensions] })
    .optional()
    .describe('A dimension of the session')
    .meta({ examples: ['country'] }),
  limit: z
    .int(`must be a whole number from 1 to ${MAX_ROWS}`)
    .min(1)
    .max(MAX_ROWS)
    .default(MAX_ROWS)
    .describe('Rows of the breakdown; one more, `(other)`, is the rest'),
});

export type FunnelBody = z.output<typeof funnelBody>;

/** The range is that of the first step. */
export interface Funnel extends Scope {
  readonly steps: readonly Filter[];
  readonly withinMs: number;
  readonly order: FunnelBody['order'];
  readonly scope: FunnelBody['scope'];
  readonly breakdown: DimensionName | undefined;
}

/**
 * Checks everything of a body. Values of filters are still as typed.
 *
 * @throws AppError `invalid` that lists every problem
 */
export function parseFunnel(
  body: FunnelBody,
  context: BehaviorContext,
): { readonly funnel: Funnel; readonly ranges: ResolvedRanges } {
  const { websiteId, references } = context;
  const problems = new Problems();
  const ranges = parseRanges(body, context, problems);
  const steps = parseSteps(body.steps, references, problems);
  const filter = parseFilter(body.filters, 'filters', problems, references);
  if ([...steps, filter].reduce((sum, each) => sum + (each === undefined ? 0 : countAll(each)), 0) > MAX_VALUES) {
    problems.add('steps', 'too_many_values', `must have at most ${MAX_VALUES.toLocaleString('en')} values together`);
  }
  const breakdown = parseBreakdown(body.breakdown, problems);
  problems.throwIfAny();
  const { order, scope, withinSeconds } = body;
  const range: Range = ranges!.range;
  return {
    funnel: { websiteId, range, filter, steps, withinMs: withinSeconds * 1000, order, scope, breakdown },
    ranges: ranges!,
  };
}

/** Adds a problem for each step that is no filter. */
export const parseSteps = (steps: readonly unknown[], references: References, problems: Problems): readonly Filter[] =>
  steps.flatMap((step, place): Filter[] => {
    const field = within('steps', place);
    const filter = parseFilter(step, field, problems, references);
    if (filter === undefined && problems.found.every((problem) => !problem.field.startsWith(field)))
      problems.add(field, 'required', 'must be a filter');
    return filter === undefined ? [] : [filter];
  });

const countAll = (filter: Filter): number =>
  listConditions(filter).reduce((sum, { values }) => sum + countValues(values), 0);

function parseBreakdown(name: string | undefined, problems: Problems): DimensionName | undefined {
  if (name === undefined) return undefined;
  const found = sessionDimensions.find((each) => each === name);
  if (found !== undefined) return found;
  if (isRowDimension(name)) {
    problems.add('breakdown', 'does_not_combine', 'must be a dimension of the session', ['entryPage', 'country']);
  } else problems.addUnknown('breakdown', 'dimension', name, sessionDimensions);
  return undefined;
}
