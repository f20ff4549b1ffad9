import { hash } from 'node:crypto';
import { z } from 'zod';
import { eventResult } from '../../collect/batches/batch-repository.js';
import type { ReadEvent } from '../../collect/batches/event-batches.js';
import { anyServerEvent, serverEvent, serverEventBody } from '../../collect/event-body.js';
import { checkEvent } from '../api/checked.js';
import { route, type Services } from '../services.js';

const MAX_EVENTS = 1_000;

const EXAMPLE = {
  type: 'custom',
  timestamp: '2026-11-28T10:00:00.000Z',
  url: 'https://example.com/checkout',
  name: 'purchase',
  props: { plan: 'pro' },
  visitor: 'customer 42',
};

/** Each event is checked on its own, so that an invalid one does not refuse the others. */
const anyEvent = z.unknown().meta(z.toJSONSchema(serverEvent, { io: 'input' }) as z.core.GlobalMeta);

const body = z.object({
  events: z
    .array(anyEvent)
    .min(1, 'must have an event')
    .max(MAX_EVENTS, `must have at most ${MAX_EVENTS.toLocaleString('en')} events`)
    .describe(
      'As the collector takes them, without `key`, and each with a `timestamp` within the last 24 hours, and `ip` and `userAgent` of the ' +
        'visitor, or a `visitor`: any text that stands for one',
    )
    .meta({ examples: [[EXAMPLE]] }),
});

export const eventRoutes = ({ acceptEvents }: Pick<Services, 'acceptEvents'>) => [
  route({
    method: 'POST',
    path: '/websites/:id/events',
    access: 'website',
    scope: 'ingest',
    tag: 'Events',
    summary: 'Send events from a server',
    description:
      'Takes up to 1,000 events in any order, and answers when all accepted ones are on disk. Each event has its result, in the order of ' +
      "the events: `accepted`, `dropped` by the website's rules with the `reason`, or `invalid` with its `errors`. With the header " +
      '`Idempotency-Key` a repeat within 24 hours has the same answer and keeps nothing twice.',
    headers: z.object({
      'Idempotency-Key': z.string().max(255).optional().describe('Makes a repeat of the same body harmless'),
    }),
    body,
    response: z.object({ results: z.array(eventResult) }),
    status: 202,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, body: { events }, context }) => {
      const results = await acceptEvents({
        website,
        events: events.map(readEvent),
        idempotencyKey: context.req.header('Idempotency-Key'),
        bodyHash: hash('sha256', JSON.stringify(events)),
      });
      return { data: { results: [...results] } };
    },
  }),
];

const readEvent = (event: unknown): ReadEvent => checkEvent(serverEventBody, anyServerEvent, event);
