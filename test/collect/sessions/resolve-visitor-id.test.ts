import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { resolveVisitorId } from '../../../src/collect/sessions/resolve-visitor-id.js';
import { type Contribution, MAX_SESSION_MS, type Session, step } from '../../../src/collect/sessions/session.js';
import { SessionStore } from '../../../src/collect/sessions/session-store.js';
import { streams } from './streams.js';
import { trackedEvent } from './tracked-event.js';

const END = Date.UTC(2026, 2, 29);
const MINUTE = 60_000;
const ROTATION = Date.UTC(2026, 0, 2);

interface Counted {
  readonly event: TrackedEvent;
  readonly session: Session;
  readonly contribution: Contribution;
}

/** Gives events their sessions as the writer of blocks does. */
function counted(events: readonly TrackedEvent[]): readonly Counted[] {
  const store = new SessionStore();
  const sessionOf = (websiteId: string, visitorId: string) => store.get(websiteId, visitorId);
  return events.flatMap((told) => {
    const event = resolveVisitorId(told, sessionOf);
    const stepped = step(sessionOf(event.websiteId, event.visitorId), event);
    if (stepped === undefined) return [];
    const [session, contribution] = stepped;
    store.set(event.websiteId, event.visitorId, session);
    return [{ event, session, contribution }];
  });
}

/** The event as it comes in when ids rotate at an instant. */
const rotated = (event: TrackedEvent, rotation: number): TrackedEvent =>
  event.time < rotation ? event : { ...event, visitorId: `new ${event.visitorId}`, formerVisitorId: event.visitorId };

/** The ids under which events at so many minutes from the rotation are counted. */
const idsAt = (...events: readonly (readonly [minutes: number, more?: Partial<TrackedEvent>])[]) =>
  counted(
    events.map(([minutes, more]) => rotated(trackedEvent({ time: ROTATION + minutes * MINUTE, ...more }), ROTATION)),
  ).map(({ event }) => event.visitorId);

describe('an event after a rotation counts under', () => {
  test('the former id while the session of before goes on', () => {
    expect(idsAt([-10], [10], [39], [68])).toEqual(['1', '1', '1', '1']);
  });

  test('the new id once the session of before is over', () => {
    expect(idsAt([-10], [19], [49])).toEqual(['1', '1', 'new 1']);
    expect(idsAt([-10], [20], [30])).toEqual(['1', 'new 1', 'new 1']);
  });

  test('the new id when there was no session', () => {
    expect(idsAt([0])).toEqual(['new 1']);
  });

  test('the new id when the session of before has lasted for 24 hours', () => {
    const steps = Array.from({ length: 74 }, (_, index) => [-20 + 20 * index] as const);
    expect(idsAt(...steps)).toEqual(steps.map(([minutes]) => (minutes <= 24 * 60 - 20 ? '1' : 'new 1')));
  });

  test('the former id when it leaves a page of the session of before', () => {
    expect(idsAt([-10], [5, { type: 'leave', seconds: 900 }], [25])).toEqual(['1', '1', 'new 1']);
  });

  test('no id when it leaves a page and has no session any more', () => {
    expect(idsAt([-10], [21, { type: 'leave', seconds: 1800 }])).toEqual(['1']);
    expect(idsAt([-40], [1], [2, { type: 'leave', path: '/other', seconds: 60 }])).toEqual(['1', 'new 1']);
  });
});

describe('a rotation anywhere in a stream of events', () => {
  /** A stream up to a day after the rotation, in which former ids are told. */
  const rotatedStreams = fc
    .tuple(streams(END, 40), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([events, share]) => {
      const first = events[0]?.time ?? END;
      const rotation = Math.round(first + share * (END - first));
      return { rotation, events: events.filter(({ time }) => time < rotation + MAX_SESSION_MS) };
    });

  test('changes no session and no figure of one', () =>
    fc.assert(
      fc.property(rotatedStreams, ({ rotation, events }) => {
        const facts = ({ session, contribution }: Counted) => ({ session, contribution });
        const told = events.map((event) => rotated(event, rotation));
        expect(counted(told).map(facts)).toEqual(counted(events).map(facts));
      }),
      { numRuns: 1000 },
    ));

  test('leaves every session one id: that of when it began', () =>
    fc.assert(
      fc.property(rotatedStreams, ({ rotation, events }) => {
        for (const { event, session } of counted(events.map((each) => rotated(each, rotation)))) {
          expect(event.visitorId.startsWith('new')).toBe(session.start >= rotation);
        }
      }),
      { numRuns: 1000 },
    ));
});
