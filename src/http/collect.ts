import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { Fault, invalid } from '../errors.js';
import { recordOf } from '../event-record.js';
import { type CollectorParts, collect } from '../ingest/collector.js';
import type { Sender } from '../ingest/draft.js';
import type { DropReason } from '../ingest/drops.js';
import { type EventBody, eventBody } from '../ingest/event-body.js';
import { check } from './checked.js';
import type { ClientAddress } from './client-address.js';
import { requestId, requestIdOf } from './request-id.js';

export const COLLECT_PATH = '/api/event';
const DROPPED = 'X-Footfall-Dropped';
const MOST_BYTES = 16 * 1024;

/** A browser sends `text/plain` without asking first; `application/json` costs it a preflight. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

export interface CollectParts extends CollectorParts {
  readonly clientAddress: ClientAddress;
  readonly fromTrustedProxy: (context: Context) => boolean;
  /** Resolves when the record is on disk. */
  readonly append: (record: string) => Promise<void>;
  readonly onKept: () => void;
  readonly onDropped: (reason: DropReason, websiteId: string | undefined) => void;
}

/**
 * `POST /api/event`: 202 for every well-formed event, when it is on disk or, for a reason that the header
 * `X-Footfall-Dropped` names, is not counted.
 */
export function collectRoute(parts: CollectParts): Hono {
  const app = new Hono();
  app.options(COLLECT_PATH, requestId(), cors({ origin: '*', allowMethods: ['POST'] }));
  app.post(COLLECT_PATH, async (context) => {
    const headers = headersFor(context);
    try {
      const reason = await take(context, parts);
      // TRICKY: `context.header` and `context.body` make a `Headers`, which costs as much as all of ingest.
      return new Response(null, {
        status: 202,
        headers: reason === undefined ? headers : { ...headers, [DROPPED]: reason },
      });
    } catch (thrown) {
      setHeaders(context, headers);
      throw thrown;
    }
  });
  app.all(COLLECT_PATH, (context) => {
    setHeaders(context, { ...headersFor(context), Allow: 'POST' });
    throw new Fault('method_not_allowed', ['Method not allowed']);
  });
  return app;
}

/** Every answer's, whether the event was taken or not. */
function headersFor(context: Context): Record<string, string> {
  const id = requestIdOf(context);
  context.set('requestId', id);
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': DROPPED,
    'X-Request-Id': id,
  };
}

function setHeaders(context: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}

/** Resolves when the event is on disk, or with the reason why it is not counted. */
async function take(context: Context, parts: CollectParts): Promise<DropReason | undefined> {
  const outcome = collect(await readEvent(context), senderOf(context, parts), parts);
  if ('dropped' in outcome) {
    parts.onDropped(outcome.dropped, outcome.websiteId);
    return outcome.dropped;
  }
  await parts.append(recordOf(outcome.kept));
  parts.onKept();
  return undefined;
}

const countBody = bodyLimit({ maxSize: MOST_BYTES, onError: refuseBody });

/** Node holds a body to its declared length. One without has to be counted, which costs more than all the rest. */
async function limitBody(context: Context): Promise<void> {
  const declared = context.req.header('Content-Length');
  if (declared === undefined) await countBody(context, () => Promise.resolve());
  else if (Number(declared) > MOST_BYTES) refuseBody();
}

function refuseBody(): never {
  throw new Fault('too_large', ['Request body is larger than 16 KiB']);
}

async function readEvent(context: Context): Promise<EventBody> {
  const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !CONTENT_TYPES.includes(type)) {
    throw new Fault('unsupported_type', [`Content-Type must be ${CONTENT_TYPES.join(' or ')}`]);
  }
  await limitBody(context);
  const checked = check(eventBody, parse(await context.req.text()));
  if (!checked.ok) throw invalid(...checked.faults);
  return checked.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('Request body is not valid JSON');
  }
}

function senderOf(context: Context, { clientAddress, fromTrustedProxy }: CollectParts): Sender {
  const brands = context.req.header('Sec-CH-UA');
  return {
    address: clientAddress(context) ?? '',
    userAgent: context.req.header('User-Agent') ?? '',
    ...(brands !== undefined && {
      hints: {
        brands,
        mobile: context.req.header('Sec-CH-UA-Mobile'),
        platform: context.req.header('Sec-CH-UA-Platform'),
      },
    }),
    ...(fromTrustedProxy(context) && { proxyHeaders: context.req.raw.headers }),
  };
}
