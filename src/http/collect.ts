import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type CollectorDeps, collect, type Dropped } from '../collect/collector.js';
import type { Sender } from '../collect/draft.js';
import type { DropReason } from '../collect/drops.js';
import { anyEvent, type EventBody, eventBody } from '../collect/event-body.js';
import { encodeEvent } from '../collect/event-codec.js';
import type { EventObserver } from '../collect/event-observer.js';
import { AppError, invalid } from '../lib/errors.js';
import { mediaType, requireUncompressed, requireUtf8 } from './api/body.js';
import { checkEvent } from './api/checked.js';
import type { ClientAddress } from './server/client-address.js';
import { COLLECT_PATH, collectCors } from './server/collect-path.js';
import { decodeHeader, isDisconnected, readHeader } from './server/incoming.js';
import { acceptRequestId, requestId } from './server/request-id.js';

const DROPPED = 'X-Footfall-Dropped';
const MAX_BYTES = 16 * 1024;

/** A browser sends `text/plain` without a preflight; `application/json` needs one. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

export interface CollectDeps extends CollectorDeps, Omit<EventObserver, 'onDropped'> {
  readonly clientAddress: ClientAddress;
  readonly fromTrustedProxy: (context: Context) => boolean;
  /** Resolves when the record is on disk. */
  readonly append: (record: string) => Promise<void>;
  readonly onDropped: (drop: Dropped, body: EventBody) => void;
}

/**
 * Serves `POST /api/event`: 202 for every well-formed event, when it is on disk or when it is dropped. The header
 * `X-Footfall-Dropped` names the drop reason.
 */
export function collectRoute(deps: CollectDeps): Hono {
  const app = new Hono();
  app.options(COLLECT_PATH, requestId(), collectCors);
  app.post(COLLECT_PATH, async (context) => {
    try {
      const outcome = take(context, await readText(context), deps);
      if (typeof outcome === 'string')
        return accepted({ ...responseHeaders(acceptRequestId(context)), [DROPPED]: outcome });
      await outcome;
      deps.onKept();
      return accepted(responseHeaders(acceptRequestId(context)));
    } catch (thrown) {
      setHeaders(context);
      throw thrown;
    }
  });
  app.all(COLLECT_PATH, (context) => {
    setHeaders(context);
    context.header('Allow', 'POST');
    throw new AppError('method_not_allowed', ['Method not allowed']);
  });
  return app;
}

/** TRICKY: `context.header` and `context.body` create a `Headers`, which costs as much as all of ingest. */
const accepted = (headers: Record<string, string>): Response => new Response(null, { status: 202, headers });

/** Sent with every response, whether the event was accepted or not. */
const responseHeaders = (id: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': DROPPED,
  'X-Request-Id': id,
});

/** Sets the same headers on a response created elsewhere. */
function setHeaders(context: Context): void {
  const id = acceptRequestId(context);
  context.set('requestId', id);
  for (const [name, value] of Object.entries(responseHeaders(id))) context.header(name, value);
}

const countBody = bodyLimit({ maxSize: MAX_BYTES, onError: refuseBody });

/** Node enforces a declared length; a body without one has to be counted, which costs more than everything else. */
function readText(context: Context): Promise<string> {
  const declared = readHeader(context, 'content-length');
  if (declared === undefined) return countBody(context, async () => {}).then(() => readTypedText(context));
  return Number(declared) > MAX_BYTES ? refuseBody() : readTypedText(context);
}

/** Throws for an unaccepted content type. */
function readTypedText(context: Context): Promise<string> {
  const type = readHeader(context, 'content-type');
  if (type !== undefined) {
    if (!CONTENT_TYPES.includes(mediaType(type))) {
      throw new AppError('unsupported_type', [`Content-Type must be ${CONTENT_TYPES.join(' or ')}`]);
    }
    requireUtf8(type);
  }
  requireUncompressed(readHeader(context, 'content-encoding') ?? '');
  return context.req.text();
}

function refuseBody(): never {
  throw new AppError('too_large', ['Request body is larger than 16 KiB']);
}

/**
 * Resolves when the event is on disk, or returns its drop reason. Not an `async` function: hundreds of requests wait
 * for the disk at once, and garbage collection copies everything that they hold meanwhile.
 */
function take(context: Context, text: string, deps: CollectDeps): Promise<void> | DropReason {
  const body = parseEventBody(text);
  const outcome = collect(body, readSender(context, deps), deps);
  if ('dropped' in outcome) {
    deps.onDropped(outcome, body);
    return outcome.dropped;
  }
  for (const reason of outcome.lacks) deps.onPartial(outcome.kept.websiteId, reason);
  return deps.append(encodeEvent(outcome.kept));
}

function parseEventBody(text: string): EventBody {
  const checked = checkEvent(eventBody, anyEvent, parse(text));
  if (checked.ok) return checked.value;
  throw invalid(...checked.errors);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('Request body is not valid JSON');
  }
}

/** Refuses a disconnected client without an address, because its address may be excluded. The refusal reaches no client. */
function readSender(context: Context, { clientAddress, fromTrustedProxy }: CollectDeps): Sender {
  if (isDisconnected(context)) throw invalid('The connection broke off');
  const brands = readHeader(context, 'sec-ch-ua');
  return {
    address: clientAddress(context) ?? '',
    userAgent: decodeHeader(readHeader(context, 'user-agent') ?? ''),
    ...(brands !== undefined && {
      hints: {
        brands,
        mobile: readHeader(context, 'sec-ch-ua-mobile'),
        platform: readHeader(context, 'sec-ch-ua-platform'),
      },
    }),
    ...(fromTrustedProxy(context) && { proxyHeaders: context.req.raw.headers }),
  };
}
