import { z } from 'zod';
import { t } from '../lib/language/translate.js';
import { plainText } from '../lib/text.js';
import { funnelDefaults, funnelFields, parseSteps } from '../stats/behavior/parse-funnel.js';
import { everyPart, type Filter } from '../stats/filters.js';
import { filterBody } from '../stats/rows/filter-schema.js';
import { parseFilter, type References, type Refusal } from '../stats/rows/parse-filter.js';
import { parseGoalMatch } from '../stats/rows/parse-goal.js';
import { Problems } from '../stats/rows/problems.js';
import { isMoment, MOMENT_PATTERN, MOMENT_RULE, namedRange } from '../time/index.js';

/** What fields are checked against. */
export interface CheckContext {
  readonly references: References;
  /** Of the website. */
  readonly zone: string;
}

/** A kind of definition. Everything that the API and the commands know of it. */
export interface Kind<Fields extends object = Readonly<Record<string, unknown>>> {
  readonly name: 'goal' | 'segment' | 'funnel' | 'annotation';
  /** As in paths of the API. */
  readonly plural: 'goals' | 'segments' | 'funnels' | 'annotations';
  /** For the API reference. */
  readonly description: string;
  /** Maximum per website. */
  readonly limit: number;
  /** Fields that can be set. Those with a default are optional. */
  readonly shape: z.ZodObject;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Fields that are not in `shape`. */
  readonly readOnly: z.ZodRawShape;
  /** Kinds whose filters may refer to it. */
  readonly usedBy: readonly Kind['name'][];
  /** Adds problems of the fields, and returns the fields to store. */
  check(fields: Fields, context: CheckContext, problems: Problems): Fields;
}

const filter = (description: string, example: unknown) =>
  z
    .nonoptional(filterBody, 'is required')
    .refine((given) => typeof given === 'object' && given !== null, 'must be a filter: an object or a list')
    .describe(description)
    .meta({ examples: [example] });

const name = plainText(1, 100)
  .describe('Unique among those of its kind on the website')
  .meta({ examples: ['Pricing and signup'] });

const page = (value: string) => ({ dimension: 'page', operator: 'is', values: [value] });

const goalShape = z.object({
  name,
  match: filter(
    'A filter on one event: `page` (pageviews only), `event`, `link` and `property:NAME`. In pages, `*` stands for any characters',
    page('/thanks/*'),
  ),
});

const goal: Kind<z.output<typeof goalShape>> = {
  name: 'goal',
  plural: 'goals',
  description: 'A goal matches single events: a page, a custom event, a link. It counts past events too.',
  limit: 100,
  shape: goalShape,
  defaults: {},
  readOnly: {},
  usedBy: ['segment', 'funnel'],
  check: (fields, _, problems) => {
    requireCondition(parseGoalMatch(fields.match, 'match', problems), 'match', problems);
    return fields;
  },
};

const segmentShape = z.object({
  name,
  filters: filter('As in `POST /websites/:id/query`, without segments', [
    { dimension: 'country', operator: 'is', values: ['DE', 'AT'] },
  ]),
});

const segment: Kind<z.output<typeof segmentShape>> = {
  name: 'segment',
  plural: 'segments',
  description: 'A segment is a saved filter, which other filters refer to by its id.',
  limit: 100,
  shape: segmentShape,
  defaults: {},
  readOnly: {},
  usedBy: ['funnel'],
  check: (fields, { references }, problems) => {
    const parsed = parseFilter(fields.filters, 'filters', problems, references, refuseInSegment);
    requireCondition(parsed, 'filters', problems);
    return fields;
  },
};

export const refuseInSegment: Refusal = (part) => (part === 'segment' ? t('a segment contains no segment') : undefined);

const { steps, withinSeconds, order, scope } = funnelFields.shape;

const funnelShape = z.object({
  name,
  steps,
  withinSeconds: withinSeconds.optional(),
  order: order.optional(),
  scope: scope.optional(),
});

const funnel: Kind<z.output<typeof funnelShape>> = {
  name: 'funnel',
  plural: 'funnels',
  description: 'A saved funnel. `POST /websites/:id/funnel` takes its steps and settings.',
  limit: 100,
  shape: funnelShape,
  defaults: funnelDefaults,
  readOnly: {},
  usedBy: [],
  check: (fields, { references }, problems) => {
    parseSteps(fields.steps, references, problems);
    return fields;
  },
};

const moment = (description: string, example: string) =>
  z
    .string()
    .refine(isMoment, MOMENT_RULE)
    .meta({ description, examples: [example], pattern: MOMENT_PATTERN });

const annotationShape = z.object({
  at: moment("A day, `YYYY-MM-DD`; or a date-time, without an offset in the website's time zone", '2026-03-01'),
  until: moment('Last day, or the end; of the same kind as `at`', '2026-03-07').nullable().optional(),
  text: plainText(1, 500).meta({ examples: ['New pricing page'] }),
});

const annotation: Kind<z.output<typeof annotationShape>> = {
  name: 'annotation',
  plural: 'annotations',
  description:
    'A note about a day or an instant. A day stays the same local day when the time zone of the website changes. ' +
    'Notes with the source `system` are written by Footfall, and can only be read.',
  limit: 1_000,
  shape: annotationShape,
  defaults: { until: null, source: 'api' },
  readOnly: { source: z.enum(['user', 'api', 'system']).describe('Who wrote it') },
  usedBy: [],
  check: (fields, { zone }, problems) => {
    const { at, until = null } = fields;
    // A range reports that its ends are of different kinds, or in the wrong order.
    if (until !== null && checkOrder(at, until, zone, problems) === undefined) return fields;
    return { ...fields, at: toStored(at, zone), until: until === null ? null : toStored(until, zone) };
  },
};

const checkOrder = (at: string, until: string, zone: string, problems: Problems) => {
  const own = new Problems();
  const range = own.collect(() => namedRange(at, until, zone));
  if (range === undefined) problems.add('until', 'invalid_range', 'must be of the same kind as at, and not before it');
  return range;
};

/** A day as it is, and an instant in UTC. */
const toStored = (moment: string, zone: string): string =>
  moment.includes('T') ? new Date(namedRange(moment, moment, zone).start).toISOString() : moment;

/** In the order of the API reference. */
export const kinds: readonly Kind[] = [goal, segment, funnel, annotation];

export const findKind = (name: Kind['name']): Kind => kinds.find((kind) => kind.name === name)!;

/** A filter without any condition selects every event, which no one means. */
function requireCondition(parsed: Filter | undefined, field: string, problems: Problems): void {
  // A part with a problem is left out of what was parsed.
  if (parsed === undefined || problems.found.length > 0) return;
  if (everyPart(parsed, () => false)) problems.add(field, 'required', t('must have a condition'));
}
