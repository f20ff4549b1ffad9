import { hash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { TrackedEvent, Traits } from '../event.js';

/** Neighbouring events of one session are less than this apart. */
export const INACTIVITY_MS = 30 * 60 * 1000;

/** From its first event to its last, a session lasts at most this. */
export const MAX_SESSION_MS = millisecondsInDay;

/** After this long past its start, no row can belong to a session: a leave may follow its last event. */
export const MAX_REACH_MS = MAX_SESSION_MS + INACTIVITY_MS;

/** How many pages of a session are remembered for the leaves that may follow. */
export const MAX_REMEMBERED_PAGES = 32;

/** Bytes of a path's hash that are kept: a JavaScript number holds them, and 32 pages do not collide by chance. */
export const PAGE_HASH_BYTES = 6;

/** A session under way. Times are epoch milliseconds, UTC. */
export interface Session {
  readonly start: number;
  /** Of the last event that counts; a leave does not move it. */
  readonly lastEvent: number;
  /** Where the session's duration ends so far, leaves included. */
  readonly end: number;
  readonly pageviews: number;
  readonly entryPath: string;
  readonly traits: Traits;
  /** When each page was last viewed, the latest last. */
  readonly views: readonly View[];
}

/** A page by the hash of its path: a path may have 2,000 characters, and is only compared. */
export interface View {
  readonly page: number;
  readonly time: number;
}

/** Hashes a path as the query that loads open sessions does: the first bytes of its SHA-256, the highest first. */
export const pageHash = (path: string): number =>
  Number.parseInt(hash('sha256', path).slice(0, 2 * PAGE_HASH_BYTES), 16);

/** What an event adds to the facts of its session; sums over a session's events are facts of the session. */
export interface Contribution {
  readonly sessions: number;
  readonly bounces: number;
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Puts an event into its visitor's session, after the definition of a session in the documentation: less than 30
 * minutes between neighbours, 24 hours at most, traits and entry page from the first event. Events of a visitor come
 * in the order of their times.
 *
 * @param session the visitor's latest session, if there is one
 * @returns undefined for a leave that changes nothing
 */
export function step(session: Session | undefined, event: TrackedEvent): readonly [Session, Contribution] | undefined {
  if (event.type === 'leave') return session && lengthen(session, event);
  return session !== undefined && continues(session, event.time) ? proceed(session, event) : begin(event);
}

/** Whether an event at `time` that counts goes on with the session. */
export const continues = (session: Session, time: number): boolean =>
  isUnderWay(session, time) && time - session.start <= MAX_SESSION_MS;

/** Whether `time` is less than 30 minutes away from the last event, which a clock that was wrong may have put far ahead. */
export const isUnderWay = ({ lastEvent }: Session, time: number): boolean => Math.abs(time - lastEvent) < INACTIVITY_MS;

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

/** A page was left: the session lasts until then, but no longer than the page was visible since its own view. */
function lengthen(session: Session, event: TrackedEvent): readonly [Session, Contribution] | undefined {
  const page = pageHash(event.path);
  const viewed = session.views.findLast((view) => view.page === page)?.time;
  if (viewed === undefined || !isUnderWay(session, event.time)) return undefined;
  const end = Math.min(event.time, viewed + event.seconds * 1000, session.start + MAX_SESSION_MS);
  if (end <= session.end) return undefined;
  return [
    { ...session, end },
    { sessions: 0, bounces: 0, duration: end - session.end },
  ];
}

/** A bounce is a session with exactly one pageview. */
const bounced = (pageviews: number): number => (pageviews === 1 ? 1 : 0);

const viewsAfter = (views: readonly View[], { type, path, time }: TrackedEvent): readonly View[] =>
  type === 'pageview' ? withView(views, { page: pageHash(path), time }) : views;

const NO_VIEWS: readonly View[] = [];

/** The remembered views when one more has come. */
const withView = (views: readonly View[], view: View): readonly View[] => [
  ...views.filter(({ page }) => page !== view.page).slice(1 - MAX_REMEMBERED_PAGES),
  view,
];
