import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPastSpikes, type PastSpike } from '../../src/notifications/past-spikes.js';
import { MIN_ALERT_INTERVAL_MS, WINDOW_MS } from '../../src/notifications/traffic-alerts.js';
import { TrafficHistories } from '../../src/notifications/traffic-history.js';
import { judgeSpike, MIN_SPIKE_VISITORS } from '../../src/notifications/traffic-rules.js';
import { visitorsIn } from '../../src/stats/reports/traffic.js';
import { dashboardOwner } from '../dashboard/dashboard-owner.js';
import { plainText } from '../dashboard/read-page.js';
import type { SignedIn } from '../dashboard/signed-in.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';

/** Berlin changed its clocks four weeks before. */
const NOW = Date.UTC(2026, 3, 25, 10, 17);
const ZONE = 'Europe/Berlin';
const TRACKED_DAYS = 50;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;

afterAll(() => service.close());

const website = async () => {
  const { id } = await owner.website({ timezone: ZONE });
  return { id, timezone: ZONE };
};

const visits = (at: number, visitors: number) =>
  Array.from({ length: visitors }, (_, visitor) => ({
    timestamp: new Date(at + visitor * 1_000).toISOString(),
    type: 'pageview' as const,
    url: 'https://example.com/',
    visitor: `${at} ${visitor}`,
    device: 'desktop',
  }));

/** A few visitors each day at noon, and many on some days; long before, one who tried the website. */
function history() {
  const trial = visits(NOW - 87 * millisecondsInDay, 1);
  return [...trial, ...days()];
}

function days() {
  return Array.from({ length: TRACKED_DAYS }, (_, day) => day).flatMap((day) => {
    const noon = NOW - (NOW % millisecondsInDay) - day * millisecondsInDay + 10 * 60 * millisecondsInMinute;
    const usual = visits(noon, 2 + ((day * 7) % 4));
    if (day !== 3 && day !== 9 && day !== 20 && day !== 40) return usual;
    // The next half hour is within the pause.
    return [...usual, ...visits(noon + 5 * millisecondsInMinute, 45), ...visits(noon + WINDOW_MS, 50)];
  });
}

let known: { readonly id: string; readonly timezone: string };

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  known = await website();
  await owner.history(
    known.id,
    history().filter(({ timestamp }) => Date.parse(timestamp) < NOW),
  );
});

test('past spikes are those that the alert judges so, half hour by half hour', async () => {
  const { clickhouse } = service.engines;
  const end = NOW - (NOW % WINDOW_MS);
  const expected: PastSpike[] = [];
  for (let day = end - 30 * millisecondsInDay; day < end; day += millisecondsInDay) {
    const ranges = Array.from({ length: millisecondsInDay / WINDOW_MS }, (_, place) => ({
      start: day + place * WINDOW_MS,
      end: day + (place + 1) * WINDOW_MS,
    }));
    const counts = await visitorsIn(clickhouse, known.id, ranges);
    for (const [place, range] of ranges.entries()) {
      const { start } = range;
      const visitors = counts[place]!;
      // Fewer visitors are never a spike.
      if (visitors < MIN_SPIKE_VISITORS || start < (expected.at(-1)?.at ?? 0) + MIN_ALERT_INTERVAL_MS) continue;
      const spike = judgeSpike(visitors, await new TrafficHistories(clickhouse).read(known, range));
      if (spike !== undefined) expected.push({ at: start, visitors, usual: spike.usual });
    }
  }
  expect(expected).toHaveLength(3);
  expect(await findPastSpikes(clickhouse, known, NOW)).toEqual(expected);
});

test('a website without events had none', async () => {
  expect(await findPastSpikes(service.engines.clickhouse, await website(), NOW)).toEqual([]);
});

test('the page says which alerts there would have been', async () => {
  const preview = async (id: string, query: string) =>
    plainText(await person.page(`/websites/${id}/notifications/preview?${query}`));
  const text = await preview(known.id, 'emailTrafficSpike=on');
  expect(text).toMatch(
    /^In the last 30 days, spikes would have sent 3 alerts ?: 22 Apr 2026, 12:00 \(\d+ visitors\), 16 Apr 2026/,
  );
  expect(await preview(known.id, 'emailTrafficSpike=')).toBe('');
  expect(await preview((await website()).id, 'emailTrafficSpike=on')).toBe(
    'The last 30 days had no spike that would have sent an alert.',
  );
});
