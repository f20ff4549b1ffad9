import { type ClickHouse, withDeadline } from '../clickhouse/clickhouse.js';
import { planChange } from '../stats/changes/change-scope.js';
import { type FoundChange, findChange } from '../stats/changes/find-change.js';
import type { Range } from '../time/index.js';
import type { Website } from '../websites/website.js';

/** Other websites wait for their notices. */
const DEADLINE_MS = 10_000;

interface Asked {
  readonly range: Range;
  readonly before: Range;
  /** Epoch milliseconds. */
  readonly firstEvent: number | undefined;
  readonly now: number;
}

/** Compares the visitors of two ranges. Undefined where that fails or takes too long: a notice is sent without it. */
export async function findVisitorsChange(
  clickhouse: ClickHouse,
  { id: websiteId, timezone: zone }: Website,
  { range, before, firstEvent, now }: Asked,
): Promise<FoundChange | undefined> {
  const comparison = { mode: 'previous' as const, range: before };
  const change = planChange({ websiteId, zone, range, comparison, filter: undefined }, now);
  try {
    return await findChange(withDeadline(clickhouse, DEADLINE_MS), change, 'visitors', { now, firstEvent });
  } catch {
    return undefined;
  }
}
