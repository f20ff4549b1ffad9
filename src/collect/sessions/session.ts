import { hash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Opened } from '../../daily-visitors/visitor-history.js';
import type { TrackedEvent, Traits } from '../event.js';

/** Consecutive events of a session are less than this apart. */
export const INACTIVITY_MS = 30 * 60 * 1000;

/** From a session's first event to its last. */
export const MAX_SESSION_MS = millisecondsInDay;

/** No row can belong to a session this long after its start: a leave may follow its last event. */
export const MAX_REACH_MS = MAX_SESSION_MS + INACTIVITY_MS;

/** For leaves, which lengthen the session only while their page is kept. */
export const MAX_REMEMBERED_PAGES = 32;

/** 6 bytes of a hash fit into a JavaScript number and tell 32 pages apart. */
export const PAGE_HASH_BYTES = 6;

/** What counts of a view's visible time: a page that is forgotten in a visible window says little. */
export const MAX_VIEW_SECONDS = 1_800;

/** An open session. Times are epoch milliseconds, UTC. */
export interface Session {
  readonly start: number;
  /** Time of the last counted event; a leave does not change it. */
  readonly lastEvent: number;
  /** The end of the session's duration so far, leaves included. */
  readonly end: number;
  readonly pageviews: number;
  readonly entryPath: string;
  readonly traits: Traits;
  /** The last view of each page, the latest last. */
  readonly views: readonly View[];
  /** Time of the last leave that counted; undefined without one. */
  readonly lastReport?: number;
  /**
   * The pages and events that the visitor had opened by the end of the session's last counted block, and the generation
   * of that count.
   */
  readonly opened?: { readonly generation: number; readonly times: Opened };
}

/** A view of a page. The page is a hash of its host and path, which may have 2,000 characters and is only compared. */
export interface View {
  readonly page: number;
  readonly time: number;
  /** What its reports have said so far: the visible time that counts, and the furthest depth; undefined without a report. */
  readonly seconds?: number;
  readonly scroll?: number;
}

/** Hashes a page like the query that loads open sessions: the first bytes of its SHA-256, the highest first. */
export const pageHash = ({ hostname, path }: Pick<TrackedEvent, 'hostname' | 'path'>): number =>
  Number.parseInt(hash('sha256', hostname + path).slice(0, 2 * PAGE_HASH_BYTES), 16);

/** The facts that an event adds to its session. A session's facts are the sums over its events. */
export interface Contribution {
  readonly sessions: number;
  readonly bounces: number;
  readonly duration: number;
  /** Of a leave. */
  readonly report?: Report;
}

/** What a leave adds to what is known of its view. A view's facts are the sums over its leaves. */
export interface Report {
  /** Milliseconds from the view to the leave. */
  readonly sinceView: number;
  readonly seconds: number;
  /** 1 for the first one of the view. */
  readonly reports: number;
  readonly scroll: number;
  /** 1 for the first one of the view with a depth. */
  readonly scrollReports: number;
}

/**
 * Adds an event to its visitor's session, by the documented definition: less than 30 minutes between neighbors, at most 24
 * hours, traits and entry page from the first event. An event must not be before its visitor's latest session.
 *
 * @param session the visitor's latest session, if any
 * @returns undefined for a leave that changes nothing
 */
export function step(session: Session | undefined, event: TrackedEvent): readonly [Session, Contribution] | undefined {
  if (event.type === 'leave') return session && leaveView(session, event);
  return session !== undefined && continues(session, event.time) ? proceed(session, event) : begin(event);
}

/** Between the session's events, or soon after the last one. */
export const continues = (session: Session, time: number): boolean =>
  (time >= session.start && time <= session.lastEvent) ||
  (isUnderWay(session, time) && time - session.start <= MAX_SESSION_MS);

/** Returns whether `time` is less than 30 minutes from the last event, which a wrong clock may have put far ahead. */
export const isUnderWay = ({ lastEvent }: Session, time: number): boolean => Math.abs(time - lastEvent) < INACTIVITY_MS;

/**
 * Puts an event into a session of its own, since a later session of its visitor has begun. The visitor's sessions are then
 * rebuilt. A leave only waits for that.
 */
export function standAlone(event: TrackedEvent): readonly [Session, Contribution] {
  const [session, contribution] = begin(event);
  return [session, event.type === 'leave' ? { sessions: 0, bounces: 0, duration: 0 } : contribution];
}

function begin(event: TrackedEvent): readonly [Session, Contribution] {
  const isPageview = event.type === 'pageview';
  const session: Session = {
    start: event.time,
    lastEvent: event.time,
    end: event.time,
    pageviews: isPageview ? 1 : 0,
    entryPath: event.path,
    traits: event.traits,
    views: viewsAfter(NO_VIEWS, event),
  };
  return [session, { sessions: 1, bounces: isPageview ? 1 : 0, duration: 0 }];
}

function proceed(session: Session, event: TrackedEvent): readonly [Session, Contribution] {
  const pageviews = session.pageviews + (event.type === 'pageview' ? 1 : 0);
  const end = Math.max(session.end, event.time);
  return [
    {
      ...session,
      lastEvent: Math.max(session.lastEvent, event.time),
      end,
      pageviews,
      views: viewsAfter(session.views, event),
    },
    { sessions: 0, bounces: bounced(pageviews) - bounced(session.pageviews), duration: end - session.end },
  ];
}

/**
 * Extends the session to the time of a leave, but no longer than the page was visible since its own view, and adds to
 * what is known of that view: the last one of the page.
 */
function leaveView(session: Session, event: TrackedEvent): readonly [Session, Contribution] | undefined {
  const page = pageHash(event);
  const place = session.views.findLastIndex((view) => view.page === page && view.time <= event.time);
  const view = session.views[place];
  if (view === undefined || !isUnderWay(session, event.time)) return undefined;
  const until = Math.min(event.time, view.time + event.seconds * 1000, session.start + MAX_SESSION_MS);
  const end = Math.max(session.end, until);
  const left = withReport(view, event);
  const report = compareViews(view, left, event.time);
  const duration = end - session.end;
  if (duration + report.seconds + report.reports + report.scroll + report.scrollReports === 0) return undefined;
  return [
    {
      ...session,
      end,
      views: session.views.with(place, left),
      lastReport: Math.max(session.lastReport ?? event.time, event.time),
    },
    { sessions: 0, bounces: 0, duration, report },
  ];
}

/** Reports are of the whole view: the furthest one counts. A page cannot be seen for longer than since its view. */
const withReport = (view: View, { time, seconds, scroll }: TrackedEvent): View => ({
  ...view,
  seconds: Math.max(view.seconds ?? 0, Math.min(seconds, MAX_VIEW_SECONDS, Math.ceil((time - view.time) / 1000))),
  ...(scroll !== undefined && { scroll: Math.max(view.scroll ?? 0, scroll) }),
});

const compareViews = (before: View, after: View, time: number): Report => ({
  sinceView: time - before.time,
  seconds: (after.seconds ?? 0) - (before.seconds ?? 0),
  reports: before.seconds === undefined ? 1 : 0,
  scroll: (after.scroll ?? 0) - (before.scroll ?? 0),
  scrollReports: before.scroll === undefined && after.scroll !== undefined ? 1 : 0,
});

/** A bounce is a session with exactly one pageview. */
const bounced = (pageviews: number): number => (pageviews === 1 ? 1 : 0);

const viewsAfter = (views: readonly View[], event: TrackedEvent): readonly View[] =>
  event.type === 'pageview' ? withView(views, { page: pageHash(event), time: event.time }) : views;

const NO_VIEWS: readonly View[] = [];

function withView(views: readonly View[], view: View): readonly View[] {
  // A view that arrives late may be older than those that are known.
  const later = views.filter(({ time }) => time > view.time);
  if (later.some(({ page }) => page === view.page)) return views;
  const earlier = views.filter(({ page, time }) => page !== view.page && time <= view.time);
  return [...earlier, view, ...later].slice(-MAX_REMEMBERED_PAGES);
}
