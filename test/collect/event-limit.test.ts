import { describe, expect, test } from 'vitest';
import { EventLimit } from '../../src/collect/event-limit.js';

const MINUTE = 60_000;
const NOW = 29_000_000 * MINUTE;
const website = 'a5f0a3c1-0000-4000-8000-000000000001';
const other = 'a5f0a3c1-0000-4000-8000-000000000002';

/** How many of so many events the limit takes. */
const countAccepted = (limit: EventLimit, events: number, address: string, websiteId = website, now = NOW): number =>
  Array.from({ length: events }, () => limit.take(websiteId, address, now)).filter(Boolean).length;

describe('a limit of ten events a minute', () => {
  test('is that of one address on one website', () => {
    const limit = new EventLimit(10);
    expect(countAccepted(limit, 30, '192.0.2.1')).toBe(10);
    expect(countAccepted(limit, 30, '192.0.2.2')).toBe(10);
    expect(countAccepted(limit, 30, '192.0.2.1', other)).toBe(10);
    expect(countAccepted(limit, 1, '192.0.2.1')).toBe(0);
  });

  test('is a whole IPv6 network, however it is spelled', () => {
    const limit = new EventLimit(10);
    expect(countAccepted(limit, 6, '2001:db8:1:2::1')).toBe(6);
    expect(countAccepted(limit, 6, '2001:db8:1:2:3:4:5:6')).toBe(4);
    expect(countAccepted(limit, 6, '2001:db8:1:3::1')).toBe(6);
  });

  test('begins again each minute, also when the clock is set back', () => {
    const limit = new EventLimit(10);
    expect(countAccepted(limit, 30, '192.0.2.1', website, NOW)).toBe(10);
    expect(countAccepted(limit, 30, '192.0.2.1', website, NOW + MINUTE - 1)).toBe(0);
    expect(countAccepted(limit, 30, '192.0.2.1', website, NOW + MINUTE)).toBe(10);
    expect(countAccepted(limit, 30, '192.0.2.1', website, NOW - MINUTE)).toBe(10);
  });

  test('takes no more memory for a million addresses, and hits few of them when one sends too much', () => {
    const limit = new EventLimit(10);
    countAccepted(limit, 1000, '203.0.113.7');
    limit.take(website, '192.0.2.1', NOW);
    const before = process.memoryUsage();
    let refused = 0;
    for (let number = 0; number < 300_000; number += 1) {
      const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
      if (!limit.take(website, address, NOW)) refused += 1;
    }
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1_000_000);
    // A counter in a million is full.
    expect(refused).toBeLessThan(20);
  });
});

test('0 is no limit', () => {
  expect(countAccepted(new EventLimit(0), 100_000, '192.0.2.1')).toBe(100_000);
});
