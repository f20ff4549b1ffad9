import fc from 'fast-check';
import type { EventType, TrackedEvent } from '../../../src/collect/event.js';
import { trackedEvent } from './tracked-event.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Around what decides: half an hour without an event, and a day in all. */
const GAPS = [1, SECOND, 5 * MINUTE, 25 * MINUTE, 30 * MINUTE - 1, 30 * MINUTE, 30 * MINUTE + 1, 3 * HOUR, 24 * HOUR];

const TYPES: readonly EventType[] = ['pageview', 'pageview', 'exit', 'custom', 'leave', 'leave'];

const happening = fc.record({
  gap: fc.oneof(fc.constantFrom(...GAPS), fc.integer({ min: 1, max: 40 * MINUTE })),
  type: fc.constantFrom(...TYPES),
  path: fc.constantFrom('/', '/a', '/b', '/c'),
  visitorId: fc.constantFrom('1', '2', '9223372036854775807'),
  seconds: fc.oneof(fc.constantFrom(0, 1, 7200), fc.nat(2000)),
  scroll: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  hostname: fc.constantFrom('example.com', 'example.com', 'shop.example.com'),
});

/** Events of a few visitors in the order of their times, no two at the same. `end` is when the last one happens. */
export const streams = (end: number, maxLength: number): fc.Arbitrary<readonly TrackedEvent[]> =>
  fc.oneof(fc.array(happening, { maxLength }), fc.array(steady, { minLength: 60, maxLength: 90 })).map((happenings) => {
    let time = end - happenings.reduce((sum, { gap }) => sum + gap, 0);
    return happenings.map(({ gap, type, path, visitorId, seconds, scroll, hostname }) => {
      time += gap;
      const report = type === 'leave' ? { seconds, ...(scroll !== undefined && { scroll }) } : {};
      return trackedEvent({ time, type, path, visitorId, hostname, ...report });
    });
  });

/** One visitor who stays for over a day. */
const steady = happening.map((each) => ({ ...each, visitorId: '1', gap: Math.min(each.gap, 29 * MINUTE) }));
