import { z } from 'zod';
import { withDeadline } from '../../clickhouse/clickhouse.js';
import { readReferences } from '../../definitions/references.js';
import { answerChanges } from '../../stats/changes/answer-changes.js';
import { changesBody } from '../../stats/changes/parse-changes.js';
import { changeMetrics } from '../../stats/changes/setting.js';
import { traits } from '../../stats/changes/traits.js';
import { firstEventAt } from '../../stats/reports/first-event.js';
import { completeCount } from '../../websites/count.js';
import { listSystemNotes } from '../../websites/system-notes.js';
import { toReply } from '../api/envelope.js';
import { requestClient, route, type StatsServices } from '../services.js';

const dimension = z.enum(traits.map(({ name }) => name));

const condition = z.object({ dimension, operator: z.literal('is'), values: z.array(z.string()) });

const cause = z.object({
  kind: z
    .enum(['note', 'drops', 'host', 'silent', 'part', 'rate', 'alike'])
    .describe(
      '`drops` (events that were not counted), `host` (one without events) and `note` (a system note in either range) come ' +
        'first and have no figures. ' +
        '`silent`: an entry page without visits. `part`: traffic of one value, or of a pair. `rate`: conversions for each ' +
        'visit. `alike`: everything, or everything else',
    ),
  text: z.string().describe('A short line; it never says why'),
  now: z.int().optional(),
  before: z.int().optional(),
  change: z.int().optional().describe('Those of all causes and `unexplained` add up to the change'),
  filters: z.array(condition).optional().describe('Selects the part, as `filters` of a query'),
  isBackToUsual: z.boolean().optional().describe('Whether the range before was the unusual one'),
  mostly: condition.optional().describe("What most of the part's change has in common"),
});

const changesAnswer = z.object({
  metric: z.enum(changeMetrics),
  now: z.int(),
  before: z.int(),
  change: z.int(),
  usual: z.int().describe('The usual spread of the change: its standard deviation'),
  text: z
    .string()
    .describe(
      'One sentence of at most 140 characters. Before it comes one of the first fact that is not of both ranges',
    ),
  causes: z
    .array(cause)
    .describe('Facts first (`drops`, `host`, `note`), then at most three of `silent`, `part` and `rate`, and `alike`'),
  rows: z
    .array(
      z.object({
        dimension,
        value: z.string().nullable().describe('Null for none; `(other)` for the sum of rare values'),
        before: z.int(),
        now: z.int(),
        share: z.number().describe('Of the change; 1 is all of it'),
        within: z
          .number()
          .optional()
          .describe("Of conversions: what the rate of the row's visits makes of its change; the rest is their number"),
      }),
    )
    .describe(
      "Those of each dimension add up to the change. The first cause's dimension comes first, in it the largest changes",
    ),
  totalRows: z.int().describe('With the rows that `limit` leaves out'),
  unexplained: z.int().describe('The change of all that is part of no cause'),
});

/** Of all its queries together. */
const DEADLINE_MS = 25_000;

/** Why a figure differs between two ranges, as far as counts can tell. */
export const changesRoutes = (services: StatsServices) => [
  route({
    method: 'POST',
    access: 'website',
    scope: 'read',
    tag: 'What changed',
    errorKinds: ['invalid', 'unavailable'],
    hasProblems: true,
    hasWarnings: true,
    path: '/websites/:id/changes',
    summary: 'Find what changed between two ranges',
    description:
      'A cause is a part that departs from the rest more than its own past does. docs/what-changed.md says how that is ' +
      'judged, and its limits.',
    body: changesBody,
    response: changesAnswer,
    handle: async ({ website, body, context }) => {
      const { db } = services.websites;
      const clickhouse = requestClient({ clickhouse: withDeadline(services.clickhouse, DEADLINE_MS) }, context);
      const [references, notes, firstEvent] = await Promise.all([
        readReferences(db, website.id, body),
        listSystemNotes(db, website.id),
        firstEventAt(clickhouse, website.id),
      ]);
      const { id: websiteId, timezone: zone } = website;
      const count = completeCount(website);
      const asked = { websiteId, count, zone, now: services.now(), firstEvent, references };
      return toReply(await answerChanges(clickhouse, body, asked, notes));
    },
  }),
];
