import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { Fault, invalid } from '../errors.js';
import { type CollectorParts, collect } from '../ingest/collector.js';
import type { Sender } from '../ingest/draft.js';
import type { DropReason } from '../ingest/drops.js';
import { type EventBody, eventBody } from '../ingest/event-body.js';
import { check } from './checked.js';
import type { ClientAddress } from './client-address.js';
import { requestId } from './request-id.js';

const PATH = '/api/event';
const DROPPED = 'X-Footfall-Dropped';
const MOST_BYTES = 16 * 1024;

/** A browser sends `text/plain` without asking first; `application/json` costs it a preflight. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

export interface CollectParts extends CollectorParts {
  readonly clientAddress: ClientAddress;
  readonly fromTrustedProxy: (context: Context) => boolean;
  /** Resolves when the record is on disk. */
  readonly append: (record: Uint8Array) => Promise<void>;
  readonly onKept: () => void;
  readonly onDropped: (reason: DropReason, websiteId: string | undefined) => void;
}

/**
 * `POST /api/event`: 202 for every well-formed event, when it is on disk or, for a reason that the header
 * `X-Footfall-Dropped` names, is not counted.
 */
export function collectRoute(parts: CollectParts): Hono {
  const app = new Hono();
  app.options(PATH, cors({ origin: '*', allowMethods: ['POST'] }));
  app.use(PATH, requestId(), openToAll);
  app.post(PATH, limitBody, async (context) => {
    const body = await readEvent(context);
    const outcome = collect(body, senderOf(context, parts), parts);
    if ('dropped' in outcome) {
      parts.onDropped(outcome.dropped, outcome.websiteId);
      return context.body(null, 202, { [DROPPED]: outcome.dropped });
    }
    await parts.append(Buffer.from(JSON.stringify(outcome.kept)));
    parts.onKept();
    return context.body(null, 202);
  });
  app.all(PATH, (context) => {
    context.header('Allow', 'POST');
    throw new Fault('method_not_allowed', ['Method not allowed']);
  });
  return app;
}

/** Set before the answer is made: `hono/cors` would make it twice, which costs as much as all of ingest. */
const openToAll: MiddlewareHandler = (context, next) => {
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Access-Control-Expose-Headers', DROPPED);
  return next();
};

const countBody = bodyLimit({ maxSize: MOST_BYTES, onError: refuseBody });

/** Node holds a body to its declared length. One without has to be counted, which costs more than all the rest. */
const limitBody: MiddlewareHandler = (context, next) => {
  const declared = context.req.header('Content-Length');
  if (declared === undefined) return countBody(context, next);
  return Number(declared) > MOST_BYTES ? refuseBody() : next();
};

function refuseBody(): never {
  throw new Fault('too_large', ['Request body is larger than 16 KiB']);
}

async function readEvent(context: Context): Promise<EventBody> {
  const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !CONTENT_TYPES.includes(type)) {
    throw new Fault('unsupported_type', [`Content-Type must be ${CONTENT_TYPES.join(' or ')}`]);
  }
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
    ...(brands !== undefined && { hints: { brands } }),
    ...(fromTrustedProxy(context) && { proxyHeaders: context.req.raw.headers }),
  };
}
