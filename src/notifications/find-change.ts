import { type ClickHouse, withDeadline } from '../clickhouse/clickhouse.js';
import { planChange } from '../stats/changes/change-scope.js';
import { type FoundChange, findChange } from '../stats/changes/find-change.js';
import type { Filter } from '../stats/filters.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import type { Comparison } from '../stats/rows/parse-ranges.js';
import type { Range } from '../time/index.js';
import { completeCount } from '../websites/count.js';
import type { Website } from '../websites/website.js';

/** Other websites wait for their notices: what the sentence of one may take, and those of one run of a job together. */
const LIMITS_MS = { each: 10_000, together: 60_000 };

interface Asked {
  readonly range: Range;
  readonly comparison: Pick<Comparison, 'range' | 'mode'>;
  /** With stored values, as is the goal. */
  readonly filter?: Filter | undefined;
  readonly goal?: Filter | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Compares the visitors of two ranges, or the conversions of a goal, without facts: these are for the owner alone, and
 * notices have other recipients too. Undefined where that fails or takes too long: a notice is sent without it.
 */
export type FindNoticeChange = (website: Website, asked: Asked) => Promise<FoundChange | undefined>;

/** For one run of a job. When its sentences have taken their time, the others are left out. */
export function changeFinder(clickhouse: ClickHouse, { each, together } = LIMITS_MS): FindNoticeChange {
  let left = together;
  return async (website, { range, comparison, filter, goal, now }) => {
    if (left <= 0) return undefined;
    const { id: websiteId, timezone: zone } = website;
    const change = planChange({ websiteId, count: completeCount(website), zone, range, comparison, filter, goal }, now);
    const limited = withDeadline(clickhouse, Math.ceil(Math.min(each, left)));
    const start = performance.now();
    try {
      const firstEvent = await firstEventAt(limited, websiteId);
      return await findChange(limited, change, goal === undefined ? 'visitors' : 'conversions', { now, firstEvent });
    } catch {
      return undefined;
    } finally {
      left -= performance.now() - start;
    }
  };
}
