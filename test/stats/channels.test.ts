import { expect, test } from 'vitest';
import { NO_FACTS } from '../../src/stats/metrics.js';
import { EMPTY_ROW } from '../../src/stats/query.js';
import { toChannels } from '../../src/stats/reports/channels.js';

const row = (visitors: number, ...key: readonly string[]) => ({ ...EMPTY_ROW, key, now: { ...NO_FACTS, visitors } });

test('an estimate of a channel or source that exceeds the total is 100 %', () => {
  const { channels } = toChannels({
    total: row(10_000),
    rows: [row(10_050, 'Referral'), row(10_020, 'Referral', 'x')],
  });
  expect(channels).toEqual([
    {
      name: 'Referral',
      visitors: 10_050,
      percentage: 100,
      topSources: [{ source: 'x', visitors: 10_020, percentage: 100 }],
    },
  ]);
});
