import { percentage } from '../lib/rounding.js';
import { utcMonth } from '../time/index.js';

export const PLAN_NAME = 'self-hosted';

/** Used unless the operator sets others. */
export const DEFAULT_PLAN: Plan = { pageviewsPerMonth: 10_000_000, websites: 1_000 };

/** There is only one plan. */
export interface Plan {
  readonly pageviewsPerMonth: number;
  readonly websites: number;
}

/** docs/api-specification.md, section 2.3. */
export interface Subscription {
  readonly plan: string;
  readonly status: string;
  readonly currentPeriodStart: string;
  readonly currentPeriodEnd: string;
  readonly limits: { readonly pageviewsPerMonth: number; readonly websites: number };
}

/** docs/api-specification.md, section 2.4. */
export interface Usage {
  readonly currentPeriod: { readonly start: string; readonly end: string };
  readonly pageviews: { readonly used: number; readonly limit: number; readonly percentage: number };
  readonly websites: { readonly used: number; readonly limit: number };
}

/** The period is the calendar month in UTC, its end excluded. `now` is epoch milliseconds. */
export function describeSubscription(plan: Plan, now: number): Subscription {
  const { start, end } = isoMonth(now);
  return {
    plan: PLAN_NAME,
    status: 'active',
    currentPeriodStart: start,
    currentPeriodEnd: end,
    limits: { pageviewsPerMonth: plan.pageviewsPerMonth, websites: plan.websites },
  };
}

/** Pageviews are those of the current period. Usage can exceed 100 %. */
export function describeUsage(plan: Plan, now: number, pageviews: number, websites: number): Usage {
  return {
    currentPeriod: isoMonth(now),
    pageviews: {
      used: pageviews,
      limit: plan.pageviewsPerMonth,
      percentage: percentage(pageviews, plan.pageviewsPerMonth),
    },
    websites: { used: websites, limit: plan.websites },
  };
}

function isoMonth(now: number) {
  const { start, end } = utcMonth(now);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
