import { afterAll, beforeAll, expect, test } from 'vitest';
import { showComparison } from '../../src/dashboard/pages/stats/comparison-choice.js';
import { showRange } from '../../src/dashboard/pages/stats/range-choice.js';
import { askChart } from '../../src/dashboard/pages/stats/read-chart.js';
import type { Interval } from '../../src/dashboard/ui/dates.js';
import { answerTogether } from '../../src/stats/answer.js';
import type { Website } from '../../src/websites/website.js';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const NOW = Date.UTC(2027, 0, 1);

let service: TestService;
let website: Website;

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'UTC' });
  website = (await service.services.reader.find(id))!;
});
afterAll(() => service.close());

async function pairs(from: string, to: string, interval: Interval): Promise<readonly (readonly unknown[])[]> {
  const moment = { now: NOW, zone: 'UTC', firstEvent: Date.UTC(2020, 0, 1) };
  const range = showRange({ from, to }, moment)!;
  const comparison = showComparison({ mode: 'previous', matchWeekday: false }, range, moment);
  const scope = { websiteId: website.id, range: range.ranges.range, filter: undefined, count: undefined };
  const view = { interval, metric: 'visitors' } as const;
  const asked = { website, chartRange: range, comparison, firstEvent: moment.firstEvent, view, now: NOW };
  const { queries, toChart } = askChart(scope, asked);
  const { points } = toChart(await Promise.all(answerTogether(service.clickhouse, queries)));
  return points.map(({ label, compared }) => [label, compared?.label, compared?.lastDay]);
}

test.each([
  ['2024-01-01', '2024-12-31', ['2024-01-01', '2022-12-31', '2023-01-30'], ['2024-12-01', '2023-12-01', '2023-12-31']],
  ['2026-07-01', '2026-09-30', ['2026-07-01', '2026-03-31', '2026-04-30'], ['2026-09-01', '2026-06-01', '2026-06-30']],
  ['2026-01-31', '2026-03-31', ['2026-01-31', '2025-12-02', '2025-12-02'], ['2026-03-01', '2025-12-31', '2026-01-30']],
])('months from %s to %s are beside as many days', async (from, to, first, last) => {
  const found = await pairs(from, to, 'month');
  expect([found[0], found.at(-1)]).toEqual([first, last]);
});

test('days are beside days in their order', async () => {
  expect(await pairs('2026-03-03', '2026-03-04', 'day')).toEqual([
    ['2026-03-03', '2026-03-01', '2026-03-01'],
    ['2026-03-04', '2026-03-02', '2026-03-02'],
  ]);
});
