import { describe, expect, it } from 'vitest';
import { describeSubscription, describeUsage } from '../../src/accounts/plan.js';
import { checkRows } from '../rows.js';

const plan = { pageviewsPerMonth: 10_000_000, websites: 1000 };

describe('the plan', () => {
  it('is a subscription by calendar months in UTC', () => {
    expect(describeSubscription(plan, Date.parse('2028-02-29T23:59:59.999Z'))).toEqual({
      plan: 'self-hosted',
      status: 'active',
      currentPeriodStart: '2028-02-01T00:00:00.000Z',
      currentPeriodEnd: '2028-03-01T00:00:00.000Z',
      limits: { pageviewsPerMonth: 10_000_000, websites: 1000 },
    });
  });

  it('begins a period with the first instant of a month, also of a year', () => {
    const { currentPeriodStart, currentPeriodEnd } = describeSubscription(plan, Date.parse('2026-12-01T00:00:00.000Z'));
    expect([currentPeriodStart, currentPeriodEnd]).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  });

  it('tells what is used of it', () => {
    expect(describeUsage(plan, Date.parse('2026-03-29T01:00:00Z'), 1_234_567, 3)).toEqual({
      currentPeriod: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      pageviews: { used: 1_234_567, limit: 10_000_000, percentage: 12.35 },
      websites: { used: 3, limit: 1000 },
    });
  });

  it('rounds the percentage', () =>
    checkRows(
      [
        [0, 100, 0],
        [1, 3, 33.33],
        [2, 3, 66.67],
        [201, 20_000, 1.01],
        [1, 20_000, 0.01],
        [1, 20_001, 0],
        [20_100, 2_000_000, 1.01],
        [300, 200, 150],
      ],
      ([used, pageviewsPerMonth, percentage]) => {
        expect(describeUsage({ ...plan, pageviewsPerMonth }, 0, used, 0).pageviews.percentage).toBe(percentage);
      },
    ));
});
