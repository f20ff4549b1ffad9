import { z } from 'zod';
import { countEvents } from '../../imports/delete-events.js';
import { invalid } from '../../lib/errors.js';
import { chosenEvents } from '../../stats/sources/events.js';
import { route, type Services } from './services.js';
import { rangeErrors, statsParameters, toStatsQuery } from './stats-parameters.js';

const query = statsParameters.extend({
  dryRun: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .describe('Only counts what would be deleted'),
});

const response = z
  .object({
    events: z.number().describe('Events that match the range and every filter'),
    visitors: z.number().describe('Visitors who have one of these events'),
    dryRun: z.boolean(),
  })
  .meta({ examples: [{ events: 12345, visitors: 2100, dryRun: false }] });

/** Deletes chosen events from all statistics, for example after abuse. */
export const deleteEventsRoutes = ({ clickhouse, deleteEvents, now }: Services) => [
  route({
    method: 'DELETE',
    path: '/websites/:id/events',
    access: 'website',
    tag: 'Websites',
    summary: 'Delete events',
    description:
      'Deletes the events that the same range and filters count in the statistics. Deletion is irreversible. The sessions that had any of them ' +
      'are made again from what remains, as if the deleted events had never come. The usage of the account stays as ' +
      'it is. All matching events are deleted or, when the deletion breaks off, none; large ones take minutes. Ask ' +
      'with `dryRun=true` first. An unknown or empty parameter is refused here, since it would delete more than was meant.',
    query,
    queryErrors: rangeErrors,
    response,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, query: { dryRun, ...asked }, context }) => {
      refuseUnclear(context.req.queries());
      const condition = chosenEvents((await toStatsQuery(clickhouse, website, asked, now())).query);
      if (dryRun === 'true') return { data: { ...(await countEvents(clickhouse, condition)), dryRun: true } };
      const deleted = await deleteEvents({ website, chosen: condition });
      return { data: { ...deleted, dryRun: false }, message: 'Events deleted' };
    },
  }),
];

/** Throws AppError `invalid` for parameters that the statistics routes would ignore. */
function refuseUnclear(given: Readonly<Record<string, readonly string[]>>): void {
  const errors = Object.entries(given).flatMap(([name, values]) => {
    if (!Object.hasOwn(query.shape, name)) return [`${name}: unknown parameter`];
    return values.includes('') ? [`${name}: must not be empty`] : [];
  });
  if (errors.length > 0) throw invalid(...errors);
}
