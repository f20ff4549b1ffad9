import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrackedEvent } from '../../../src/collect/event.js';
import {
  type Contribution,
  INACTIVITY_MS,
  MAX_SESSION_MS,
  type Session,
  step,
} from '../../../src/collect/sessions/session.js';
import { SessionStore } from '../../../src/collect/sessions/session-store.js';
import type { PastEvent } from '../../oracle/past-event.js';
import { sessionsOf } from '../../oracle/sessions.js';
import { streams } from './streams.js';
import { trackedEvent, traitsWith } from './tracked-event.js';

const END = Date.UTC(2026, 2, 29);

interface Stepped {
  readonly event: TrackedEvent;
  readonly session: Session;
  readonly contribution: Contribution;
}

function stepThrough(events: readonly TrackedEvent[]): readonly Stepped[] {
  const store = new SessionStore();
  return events.flatMap((event) => {
    const stepped = step(store.get(event.websiteId, event.visitorId), event);
    if (stepped === undefined) return [];
    const [session, contribution] = stepped;
    store.set(event.websiteId, event.visitorId, session);
    return [{ event, session, contribution }];
  });
}

/** The same event as the oracle reads it. */
const told = ({ time, type, hostname, path, visitorId, seconds, scroll }: TrackedEvent): PastEvent => ({
  timestamp: new Date(time).toISOString(),
  type,
  url: `https://${hostname}${path}`,
  visitor: visitorId,
  device: 'desktop',
  ...(type === 'leave' && { seconds, ...(scroll !== undefined && { scroll }) }),
  ...(type === 'exit' && { link: 'https://other.example/' }),
});

interface Facts {
  readonly sessions: number;
  readonly bounces: number;
  readonly duration: number;
}

function summed(stepped: readonly Stepped[]): ReadonlyMap<string, Facts> {
  const facts = new Map<string, Facts>();
  for (const { event, session, contribution } of stepped) {
    const key = `${event.visitorId} from ${session.start}`;
    const before = facts.get(key) ?? { sessions: 0, bounces: 0, duration: 0 };
    facts.set(key, {
      sessions: before.sessions + contribution.sessions,
      bounces: before.bounces + contribution.bounces,
      duration: before.duration + contribution.duration,
    });
  }
  return facts;
}

function expected(events: readonly TrackedEvent[]): ReadonlyMap<string, Facts> {
  const sessions = sessionsOf(events.map(told), 'example.com', INACTIVITY_MS).map(({ session }) => session);
  return new Map(
    [...new Set(sessions)].map(({ visitor, start, pageviews, duration }) => [
      `${visitor} from ${start}`,
      { sessions: 1, bounces: pageviews === 1 ? 1 : 0, duration },
    ]),
  );
}

describe('the steps of any stream of events', () => {
  test('sum to the sessions that a plain reading finds', () =>
    fc.assert(
      fc.property(streams(END, 40), (events) => {
        expect(summed(stepThrough(events))).toEqual(expected(events));
      }),
      { numRuns: 1000 },
    ));

  test('add what reports say of each view, as a plain reading finds it', () =>
    fc.assert(
      fc.property(streams(END, 40), (events) => {
        const found = new Map<string, number[]>();
        for (const { event, contribution } of stepThrough(events)) {
          const { sinceView, ...added } = contribution.report ?? { sinceView: 0 };
          if (event.type !== 'leave') continue;
          const view = `${event.visitorId} ${event.time - sinceView}`;
          const before = found.get(view) ?? [0, 0, 0, 0];
          found.set(
            view,
            Object.values(added).map((value, place) => value + before[place]!),
          );
        }
        const read = sessionsOf(events.map(told), 'example.com', INACTIVITY_MS).flatMap(
          ({ visitor, time, report }): [string, number[]][] =>
            report === undefined
              ? []
              : [[`${visitor} ${time}`, [report.seconds, 1, report.scroll ?? 0, report.scroll === undefined ? 0 : 1]]],
        );
        // A leave may only lengthen its session: it belongs to a view with a report all the same.
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(read));
      }),
      { numRuns: 1000 },
    ));

  test('add what the columns can hold', () =>
    fc.assert(
      fc.property(streams(END, 40), (events) => {
        for (const { event, session, contribution } of stepThrough(events)) {
          expect([0, 1]).toContain(contribution.sessions);
          expect([-1, 0, 1]).toContain(contribution.bounces);
          expect(contribution.duration).toBeGreaterThanOrEqual(0);
          expect(contribution.duration).toBeLessThanOrEqual(MAX_SESSION_MS);
          if (event.type === 'leave') expect([contribution.sessions, contribution.bounces]).toEqual([0, 0]);
          expect(session.end - session.start).toBeLessThanOrEqual(MAX_SESSION_MS);
          expect(session.views.length).toBeLessThanOrEqual(32);
        }
      }),
    ));

  test('change no session that they were given', () =>
    fc.assert(
      fc.property(streams(END, 20), (events) => {
        let session: Session | undefined;
        for (const event of events) {
          const before = structuredClone(session);
          const stepped = step(session, event);
          expect(session).toEqual(before);
          session = stepped?.[0] ?? session;
        }
      }),
    ));
});

test('a session has the traits and the entry page of its first event', () => {
  const first = trackedEvent({ path: '/first', traits: traitsWith({ country: 'FR' }) });
  const second = trackedEvent({ time: first.time + 1, path: '/second', traits: traitsWith({ country: 'DE' }) });
  const [, after] = stepThrough([first, second]);
  expect(after?.session).toMatchObject({ entryPath: '/first', traits: { country: 'FR' } });
});

test('a session that a wrong clock has put far ahead is not gone on with', () => {
  const ahead = trackedEvent({ time: Date.UTC(2026, 0, 1, 2) });
  const now = trackedEvent({ time: Date.UTC(2026, 0, 1) });
  expect(stepThrough([ahead, now]).map(({ contribution }) => contribution.sessions)).toEqual([1, 1]);
});

test('an event between those of a session adds to it', () => {
  const first = trackedEvent({ path: '/a' });
  const at = (minute: number, more: Partial<TrackedEvent> = {}) =>
    trackedEvent({ time: first.time + minute * 60_000, path: `/${minute}`, ...more });
  const stepped = stepThrough([first, at(20), at(40), at(60), at(1), at(3, { path: '/60' })]);
  const durations = stepped.map(({ contribution }) => contribution.duration / 60_000);
  expect(durations).toEqual([0, 20, 20, 20, 0, 0]);
  expect(stepped.map(({ contribution }) => contribution.sessions)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(stepped.at(-1)?.session).toMatchObject({ pageviews: 6, lastEvent: at(60).time });
  // The page was last viewed after 60 minutes.
  const left = stepThrough([
    ...stepped.map(({ event }) => event),
    at(65, { type: 'leave', path: '/60', seconds: 120 }),
  ]);
  expect(left.at(-1)?.contribution.duration).toBe(120_000);
  const early = stepThrough([
    ...stepped.map(({ event }) => event),
    at(65, { type: 'leave', path: '/1', seconds: 6000 }),
  ]);
  expect(early.at(-1)?.contribution.duration).toBe(5 * 60_000);
});

test('a leave without a session is none', () => {
  expect(stepThrough([trackedEvent({ type: 'leave', seconds: 5 })])).toEqual([]);
});
