import { z } from 'zod';
import { visitorIdShape, visitorOriginShape } from '../../history/delete/delete-visitor.js';
import { route, type Services } from '../services.js';

const pathParameters = z.object({
  visitorId: visitorIdShape.describe("The visitor's ID, as exports and BI tools show it"),
});

const response = z
  .object({ events: z.number().describe('Deleted events; 0 when none of this visitor is stored') })
  .meta({ examples: [{ events: 12 }] });

const EFFECT =
  'Deletes all events and sessions of one visitor from every table, and from deletions that can still be undone. Every statistic is then as if the visitor had never come; the usage ' +
  'of the account stays as it is. Deletion is irreversible, and all or nothing. ';

const reply = (events: number) => ({
  data: { events },
  message: events === 0 ? 'No events of this visitor are stored' : 'Visitor deleted',
});

/** For example, to fulfill a data deletion request. */
export const deleteVisitorRoutes = ({ deleteVisitor }: Services) => [
  route({
    method: 'DELETE',
    path: '/websites/:id/visitors/:visitorId',
    access: 'website',
    tag: 'Websites',
    summary: 'Delete visitor',
    description: EFFECT,
    pathParameters,
    response,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, pathParameters: { visitorId } }) =>
      reply(await deleteVisitor(website, { id: visitorId }, false)),
  }),
  route({
    method: 'DELETE',
    path: '/websites/:id/visitors',
    access: 'website',
    tag: 'Websites',
    summary: 'Delete visitor by IP address and user agent',
    description:
      `${EFFECT}The visitor is found by what visitor IDs are derived from. Where IDs rotate (\`VISITOR_ID_ROTATION\`), this finds the ` +
      'ID of the current day or month only, and for a day the one before: keys of earlier IDs no longer exist.',
    body: visitorOriginShape,
    response,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, body }) => reply(await deleteVisitor(website, body, false)),
  }),
];
