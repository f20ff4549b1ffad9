import { type ClickHouse, withDeadline } from '../clickhouse/clickhouse.js';
import { planChange } from '../stats/changes/change-scope.js';
import { type FoundChange, findChange } from '../stats/changes/find-change.js';
import type { Filter } from '../stats/filters.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import type { Range } from '../time/index.js';
import type { Website } from '../websites/website.js';

/** Other websites wait for their notices: what the sentence of one may take, and those of one run of a job together. */
const LIMITS_MS = { each: 10_000, together: 60_000 };

interface Asked {
  readonly range: Range;
  readonly before: Range;
  /** With stored values. */
  readonly filter?: Filter | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Compares the visitors of two ranges. Undefined where that fails or takes too long: a notice is sent without it. */
export type FindVisitorsChange = (website: Website, asked: Asked) => Promise<FoundChange | undefined>;

/** For one run of a job. When its sentences have taken their time, the others are left out. */
export function visitorsChangeFinder(clickhouse: ClickHouse, { each, together } = LIMITS_MS): FindVisitorsChange {
  let left = together;
  return async ({ id: websiteId, timezone: zone }, { range, before, filter, now }) => {
    if (left <= 0) return undefined;
    const comparison = { mode: 'previous' as const, range: before };
    const change = planChange({ websiteId, zone, range, comparison, filter }, now);
    const limited = withDeadline(clickhouse, Math.ceil(Math.min(each, left)));
    const start = performance.now();
    try {
      const firstEvent = await firstEventAt(limited, websiteId);
      return await findChange(limited, change, 'visitors', { now, firstEvent });
    } catch {
      return undefined;
    } finally {
      left -= performance.now() - start;
    }
  };
}
