import type { Context } from 'hono';
import { z } from 'zod';
import { answerCohorts } from '../../stats/behavior/cohorts.js';
import { answerFunnel } from '../../stats/behavior/funnel.js';
import { answerJourney } from '../../stats/behavior/journey.js';
import { cohortsBody } from '../../stats/behavior/parse-cohorts.js';
import { funnelBody } from '../../stats/behavior/parse-funnel.js';
import { journeyBody } from '../../stats/behavior/parse-journey.js';
import { toReply } from '../api/envelope.js';
import { readBehaviorContext } from '../behavior-context.js';
import { requestClient, route, type StatsServices } from '../services.js';

const shared = {
  method: 'POST',
  access: 'website',
  scope: 'read',
  tag: 'Funnels, journeys, retention',
  errorKinds: ['invalid', 'unavailable'],
  hasProblems: true,
  hasWarnings: true,
} as const;

const stepCounts = z.object({
  visitors: z.int().describe('Visitors who reached the step. They are exact'),
  rate: z.number().describe("Of the first step's visitors, 0 to 1"),
  stepRate: z.number().nullable().describe('Of the visitors of the step before, 0 to 1; null for the first step'),
  dropOff: z.int().describe('Visitors who did not reach the next step'),
});

const funnelAnswer = z.object({
  steps: z.array(
    stepCounts.extend({
      medianSeconds: z
        .number()
        .nullable()
        .describe('From the step before; null for the first step, and without visitors'),
      next: z
        .array(z.object({ page: z.string().nullable(), visitors: z.int() }))
        .describe(
          'Where those who left went: the next page of the same session, null for none, and `(other)` for all ' +
            'pages behind the ten most frequent. They add up to `dropOff`',
        ),
    }),
  ),
  openUntil: z
    .string()
    .describe(
      'Until then, visitors can reach further steps: these may lie past the range. Pages of `next` can change until sessions end, up to a day longer',
    ),
  rows: z
    .array(z.object({ value: z.string().nullable(), steps: z.array(stepCounts) }))
    .optional()
    .describe('By the value of `breakdown` at the first step. They add up to `steps`; `(other)` is the rest'),
});

const cohortsAnswer = z.object({
  cohorts: z.array(
    z.object({
      start: z.string().describe("The period's first day, `YYYY-MM-DD`; of a month, `YYYY-MM`"),
      visitors: z.int().describe('Visitors whose first event ever was in the period'),
      returned: z
        .array(z.int().nullable())
        .describe('Those with an event in the nth period after, from 0, their own; null for the one that is running'),
      partial: z.boolean().describe('Whether the last period is still running'),
    }),
  ),
  totalCohorts: z.int().describe('With those that `limit` leaves out'),
});

interface JourneyNode {
  readonly value: string | null;
  readonly sessions: number;
  readonly visitors: number | null;
  readonly children: JourneyNode[];
}

const journeyNode: z.ZodType<JourneyNode> = z
  .object({
    value: z
      .string()
      .nullable()
      .describe('A page, section or custom event; `(exit)` without a further step, `(other)` for the rest'),
    sessions: z.int().describe('Those of `children` add up to it, except on the last level, which has none'),
    visitors: z.int().nullable().describe('Null for `(other)`'),
    children: z.array(z.lazy(() => journeyNode)).describe('Nodes of the next step'),
  })
  .meta({ id: 'JourneyNode' });

const journeyAnswer = z.object({
  root: z.lazy(() => journeyNode).describe('The sessions with the anchor. With `to`, children are the steps before it'),
  before: z
    .lazy(() => journeyNode)
    .optional()
    .describe('With `through`, the steps before the anchor; `root` has those after it'),
});

/** How visitors go on: through the steps of a funnel, from page to page, and from one period to the next. */
export const behaviorRoutes = (services: StatsServices) => [
  route({
    ...shared,
    path: '/websites/:id/funnel',
    summary: 'Count the visitors who go through the steps of a funnel',
    description:
      'The first step is an event in the range that passes `filters`; later steps come after the step before, within ' +
      '`withinSeconds` of the first step. docs/funnels.md explains every word.',
    body: funnelBody,
    response: funnelAnswer,
    handle: async ({ website, body, context }) => {
      const deps = behaviorDeps(services, context);
      return toReply(await answerFunnel(deps.clickhouse, body, await readBehaviorContext(deps, body, website)));
    },
  }),
  route({
    ...shared,
    path: '/websites/:id/journey',
    summary: 'Follow sessions from page to page',
    description:
      'The tree of the steps that follow, or precede, the first event of the anchor in each session that began in the ' +
      'range. Each level has the ten largest nodes.',
    body: journeyBody,
    response: journeyAnswer,
    handle: async ({ website, body, context }) => {
      const deps = behaviorDeps(services, context);
      return toReply(await answerJourney(deps.clickhouse, body, await readBehaviorContext(deps, body, website)));
    },
  }),
  route({
    ...shared,
    path: '/websites/:id/cohorts',
    summary: 'Count the visitors who return, by the period of their first visit',
    description:
      'The range chooses the cohorts. Where visitor IDs change (`VISITOR_ID_ROTATION`), no visitor is recognized ' +
      'afterwards: with `monthly`, there is no period past the month, and with `daily` no retention.',
    body: cohortsBody,
    response: cohortsAnswer,
    handle: async ({ website, body, context }) => {
      const visitorIdRotation = await services.findVisitorIdRotation();
      const deps = behaviorDeps(services, context);
      const asked = { ...(await readBehaviorContext(deps, body, website)), visitorIdRotation };
      return toReply(await answerCohorts(deps.clickhouse, body, asked));
    },
  }),
];

/** Waiting queries are dropped when the client has disconnected. */
const behaviorDeps = (services: StatsServices, context: Context) => ({
  ...services,
  clickhouse: requestClient(services, context),
});
