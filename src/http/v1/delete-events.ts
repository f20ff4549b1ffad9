import { z } from 'zod';
import { requireScope } from '../../accounts/key-rights.js';
import { countEvents } from '../../history/delete/delete-events.js';
import { invalid } from '../../lib/errors.js';
import { parseFilters } from '../../stats/query.js';
import { chosenEvents } from '../../stats/sources/events.js';
import { route, type Services } from '../services.js';
import { rangeParser, readScope, statsParameters } from './stats-parameters.js';

const query = statsParameters.extend({
  dryRun: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .describe('Only counts what would be deleted'),
});

const DELETION_EXAMPLE = {
  id: 'd3b07384-d113-4ec6-a5b8-0f2ad1f5d1f0',
  events: 12345,
  visitors: 2100,
  description: '2026-03-01 to 2026-03-31, country=DE',
  deletedAt: '2026-03-31T12:00:00.000Z',
  restorableUntil: '2026-04-01T12:00:00.000Z',
};

/** Any text, so that a malformed ID is 404 like an unknown one. */
const pathParameters = z.object({ deletionId: z.string().describe('The ID of the deletion') });

const deletion = z
  .object({
    id: z.uuid(),
    events: z.number(),
    visitors: z.number(),
    description: z.string().describe('The range and the filters of the deletion'),
    deletedAt: z.string(),
    restorableUntil: z.string(),
  })
  .meta({ examples: [DELETION_EXAMPLE] });

const response = z
  .object({
    events: z.number().describe('Events that match the range and every filter'),
    visitors: z.number().describe('Visitors who have one of these events'),
    dryRun: z.boolean(),
    deletionId: z
      .uuid()
      .nullable()
      .describe('The ID with which the deletion can be undone; null when nothing was deleted'),
  })
  .meta({ examples: [{ events: 12345, visitors: 2100, dryRun: false, deletionId: DELETION_EXAMPLE.id }] });

export const deleteEventsRoutes = ({ clickhouse, deleteEvents, now, ...deletions }: Services) => [
  route({
    method: 'DELETE',
    path: '/websites/:id/events',
    access: 'website',
    tag: 'Websites',
    summary: 'Delete events',
    description:
      'Deletes the events that the same range and filters count in the statistics. For 24 hours, the deletion can be undone with its ' +
      '`deletionId`. The sessions that had any of them ' +
      'are made again from what remains, as if the deleted events had never come. The usage of the account stays as ' +
      'it is. All matching events are deleted or, when the deletion breaks off, none; large ones take minutes. Ask ' +
      'with `dryRun=true` first. An unknown or empty parameter is refused here, since it would delete more than was meant.',
    query,
    parse: rangeParser(now),
    response,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, rights, query: { dryRun, ...parameters }, parsed: { range }, context }) => {
      refuseUnclear(context.req.queries());
      // A count by filter is a statistic.
      if (dryRun === 'true') requireScope(rights, 'read');
      const condition = chosenEvents(await readScope(clickhouse, website, range, parseFilters(parameters)));
      if (dryRun === 'true') {
        return { data: { ...(await countEvents(clickhouse, condition)), dryRun: true, deletionId: null } };
      }
      const { deletionId = null, ...count } = await deleteEvents({
        website,
        chosen: condition,
        keptAs: describeDeletion(parameters),
      });
      return { data: { ...count, dryRun: false, deletionId }, message: 'Events deleted' };
    },
  }),
  route({
    method: 'GET',
    path: '/websites/:id/deletions',
    access: 'website',
    tag: 'Websites',
    summary: 'List deletions',
    description: 'Lists the deletions of events of the last 24 hours that can be undone, the latest first.',
    response: z.array(deletion),
    handle: async ({ website }) => ({
      data: (await deletions.keptDeletions(website)).map((kept) => ({
        ...kept,
        deletedAt: kept.deletedAt.toISOString(),
        restorableUntil: kept.restorableUntil.toISOString(),
      })),
    }),
  }),
  route({
    method: 'POST',
    path: '/websites/:id/deletions/:deletionId/restore',
    access: 'website',
    tag: 'Websites',
    summary: 'Undo deletion',
    description:
      'Brings the events of a deletion back: every statistic is as if they had never been deleted. Events older than the data ' +
      'retention and events of visitors that were deleted since stay deleted. A deletion can be undone once, within 24 hours.',
    pathParameters,
    response: z.object({ events: z.number().describe('Restored events') }).meta({ examples: [{ events: 12345 }] }),
    errorKinds: ['not_found', 'conflict', 'unavailable'],
    handle: async ({ website, pathParameters: { deletionId } }) => ({
      data: { events: await deletions.restoreEvents(website, deletionId) },
      message: 'Events restored',
    }),
  }),
  route({
    method: 'DELETE',
    path: '/websites/:id/deletions/:deletionId',
    access: 'website',
    tag: 'Websites',
    summary: 'Make deletion final',
    description:
      'Removes the copy of the deleted events at once, so that the deletion can no longer be undone. This is irreversible.',
    pathParameters,
    response: z.null(),
    errorKinds: ['not_found', 'unavailable'],
    handle: async ({ website, pathParameters: { deletionId } }) => {
      await deletions.makeDeletionFinal(website, deletionId);
      return { data: null, message: 'Deletion made final' };
    },
  }),
];

/** As in `2026-03-01 to 2026-03-31, country=DE`. */
const describeDeletion = ({ from, to, ...filters }: Readonly<Record<string, unknown>>): string =>
  [`${from} to ${to}`, ...Object.entries(filters).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))].join(
    ', ',
  );

/** Statistics ignore unknown parameters, but a deletion must not: throws AppError `invalid`. */
function refuseUnclear(parameters: Readonly<Record<string, readonly string[]>>): void {
  const errors = Object.entries(parameters).flatMap(([name, values]) => {
    if (!Object.hasOwn(query.shape, name)) return [{ field: name, message: 'unknown parameter' }];
    return values.includes('') ? [{ field: name, message: 'must not be empty' }] : [];
  });
  if (errors.length > 0) throw invalid(...errors);
}
