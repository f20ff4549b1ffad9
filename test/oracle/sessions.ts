import type { PastEvent } from './past-event.js';
import { pathOf, type Traits, traitsOf } from './traits.js';

/** An event that opens and goes on with sessions: a report that a page was left does neither. */
type Activity = PastEvent & { readonly type: 'pageview' | 'exit' | 'custom' };

/** A visitor's events on one website with less than a pause between neighbours, 24 hours at most. */
export interface Session {
  readonly visitor: string;
  /** Epoch milliseconds of its first event. */
  readonly start: number;
  /** From its first event to its last, or to a later report that a page was left. Milliseconds. */
  readonly duration: number;
  readonly pageviews: number;
  /** Null without a pageview. */
  readonly exitPage: string | null;
  readonly events: number;
  readonly traits: Traits;
}

/** An event that counts, and the session it belongs to. */
export interface Counted {
  readonly time: number;
  readonly type: Activity['type'];
  readonly visitor: string;
  readonly hostname: string;
  readonly path: string;
  readonly link: string;
  /** Of a custom event; else null. */
  readonly name: string | null;
  readonly props: Readonly<Record<string, unknown>>;
  readonly session: Session;
  /** Of a pageview: what the reports of its leaves say of it. */
  readonly report?: { readonly seconds: number; readonly scroll?: number };
}

const DAY = 86_400_000;

/** Every event that counts, by visitor and time. `pause` is in milliseconds. */
export function sessionsOf(history: readonly PastEvent[], domain: string, pause: number): readonly Counted[] {
  const visitors = new Map<string, PastEvent[]>();
  for (const event of history) {
    const known = visitors.get(event.visitor);
    if (known === undefined) visitors.set(event.visitor, [event]);
    else known.push(event);
  }
  return [...visitors.values()].flatMap((events) => sessionsOfVisitor(events, domain, pause));
}

function sessionsOfVisitor(events: readonly PastEvent[], domain: string, pause: number): readonly Counted[] {
  const ordered = events.toSorted((one, other) => timeOf(one) - timeOf(other));
  const counted = ordered.filter(isActivity);
  const leaves = ordered.filter((event) => event.type === 'leave');
  return split(counted, pause).flatMap((members, index, all) => {
    const nextStart = all[index + 1]?.[0];
    const until = nextStart === undefined ? Number.POSITIVE_INFINITY : timeOf(nextStart);
    const own = leaves.filter((leave) => timeOf(leave) < until);
    const session = sessionOf(members, own, domain, pause);
    const reports = reportsOf(members, own, pause);
    return members.map((event) => ({
      time: timeOf(event),
      type: event.type,
      visitor: event.visitor,
      hostname: new URL(event.url).hostname,
      path: pathOf(event),
      name: event.name ?? null,
      props: event.props ?? {},
      link: event.type === 'exit' ? withoutFragment(event.link ?? '') : '',
      session,
      ...(reports.has(event) && { report: reports.get(event)! }),
    }));
  });
}

const MAX_SECONDS = 30 * 60;

/** A view has the longest time and the furthest depth that any of its reports gives. */
function reportsOf(members: Members, leaves: readonly PastEvent[], pause: number) {
  const reports = new Map<PastEvent, { seconds: number; scroll?: number }>();
  for (const leave of leaves) {
    const view = viewOf(leave, members, pause);
    if (view === undefined) continue;
    const known = reports.get(view);
    const since = Math.ceil((timeOf(leave) - timeOf(view)) / 1000);
    const seconds = Math.max(known?.seconds ?? 0, Math.min(Math.round(leave.seconds ?? 0), MAX_SECONDS, since));
    const depths = [known?.scroll, leave.scroll].filter((depth) => depth !== undefined);
    reports.set(view, { seconds, ...(depths.length > 0 && { scroll: Math.max(...depths) }) });
  }
  return reports;
}

/** In the order of time. */
type Members = readonly [Activity, ...Activity[]];

function isActivity(event: PastEvent): event is Activity {
  return event.type !== 'leave';
}

/** The events of each session. */
function split(events: readonly Activity[], pause: number): readonly Members[] {
  const sessions: [Activity, ...Activity[]][] = [];
  for (const event of events) {
    const session = sessions.at(-1);
    const [first, last] = [session?.at(0), session?.at(-1)];
    const goesOn =
      first !== undefined &&
      last !== undefined &&
      timeOf(event) - timeOf(last) < pause &&
      timeOf(event) - timeOf(first) <= DAY;
    if (session !== undefined && goesOn) session.push(event);
    else sessions.push([event]);
  }
  return sessions;
}

function sessionOf(members: Members, leaves: readonly PastEvent[], domain: string, pause: number): Session {
  const [first] = members;
  const start = timeOf(first);
  const last = timeOf(members.at(-1) ?? first);
  const ends = leaves.map((leave) => endBy(leave, members, pause));
  return {
    visitor: first.visitor,
    start,
    duration: Math.min(Math.max(last, ...ends) - start, DAY),
    pageviews: members.filter((event) => event.type === 'pageview').length,
    exitPage: exitOf(members),
    events: members.length,
    traits: traitsOf(first, domain),
  };
}

/** The path of the last pageview; of several at its instant, the greatest by bytes. */
function exitOf(members: Members): string | null {
  const views = members.filter((event) => event.type === 'pageview');
  const last = views.at(-1);
  if (last === undefined) return null;
  const paths = views.filter((event) => timeOf(event) === timeOf(last)).map(pathOf);
  return paths.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))).at(-1) ?? null;
}

/**
 * When a session ends by the report that a page was left: at its arrival, but at most `seconds` after the page's own
 * view.
 */
function endBy(leave: PastEvent, members: Members, pause: number): number {
  const view = viewOf(leave, members, pause);
  return view === undefined ? 0 : Math.min(timeOf(leave), timeOf(view) + Math.round((leave.seconds ?? 0) * 1000));
}

/**
 * The last view of the page before its leave. A report that comes a pause after the event before it, or of a page that the
 * session did not view, is of none.
 */
function viewOf(leave: PastEvent, members: Members, pause: number): Activity | undefined {
  const arrival = timeOf(leave);
  const before = members.filter((event) => timeOf(event) <= arrival);
  const latest = before.at(-1);
  if (latest === undefined || arrival - timeOf(latest) >= pause) return undefined;
  const page = (event: PastEvent) => `${new URL(event.url).hostname}${pathOf(event)}`;
  return before.findLast((event) => event.type === 'pageview' && page(event) === page(leave));
}

function timeOf(event: PastEvent): number {
  return Date.parse(event.timestamp);
}

function withoutFragment(link: string): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}
