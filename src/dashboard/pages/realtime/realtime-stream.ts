import { setTimeout as wait } from 'node:timers/promises';
import { listSignInSessions } from '../../../accounts/sign-in-sessions.js';
import { streamedFile } from '../../../http/server/streamed.js';
import { unavailableError } from '../../../http/server/unavailable.js';
import type { Website } from '../../../websites/website.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { REALTIME } from '../stats/base-path.js';
import { UNAVAILABLE } from './realtime-readings.js';

/** An accepted event is in ClickHouse within about a second. */
const TICK_MS = 250;

/** Signing out, and deleting the website, end the stream. */
const TICKS_PER_CHECK = 12;

/** The same state is sent again: proxies close silent connections, and a page that hears nothing connects again. */
const TICKS_PER_HEARTBEAT = 60;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Otherwise nginx keeps a part of the stream back.
  'X-Accel-Buffering': 'no',
};

/**
 * `/websites/:id/realtime/stream`: server-sent events with the state of the figures, first the present one. A page with
 * another state loads them.
 */
export const realtimeStream: PageRoute<'website'> = {
  path: `/websites/:id/${REALTIME}/stream`,
  access: 'website',
  show: (visit) => {
    const { deps, viewer, context } = visit;
    const signal = AbortSignal.any([context.req.raw.signal, deps.stopping]);
    const events = deps.streamSlots.run(viewer.id, () => stateEvents(visit, signal));
    return streamedFile(context, events, HEADERS);
  },
};

async function* stateEvents(visit: Visit<'website'>, signal: AbortSignal): AsyncGenerator<string> {
  let sent: string | undefined;
  let { website }: { website: Website | undefined } = visit;
  for (let tick = 0; !signal.aborted; tick += 1) {
    if (tick > 0 && tick % TICKS_PER_CHECK === 0) website = await findReadable(visit);
    if (website === undefined) return;
    const state = await readState(visit, website);
    if (state !== sent || tick % TICKS_PER_HEARTBEAT === 0) yield `data: ${state}\n\n`;
    sent = state;
    await wait(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Loading the figures tells why they are unavailable. */
async function readState({ deps }: Visit<'website'>, website: Website): Promise<string> {
  try {
    return (await deps.realtimeReadings.read(website)).state;
  } catch (error) {
    if (unavailableError(error) === undefined) throw error;
    return UNAVAILABLE;
  }
}

/** Undefined when the viewer may no longer read the website, or that cannot be found out. */
async function findReadable({ deps, viewer, context, website }: Visit<'website'>): Promise<Website | undefined> {
  try {
    const sessions = await listSignInSessions(deps.db, viewer.id, deps.now());
    if (!sessions.some(({ hash }) => hash === context.get('sessionHash'))) return undefined;
    const found = await deps.services.reader.find(website.id);
    return found?.accountId === viewer.id ? found : undefined;
  } catch (error) {
    if (unavailableError(error) === undefined) throw error;
    return undefined;
  }
}
