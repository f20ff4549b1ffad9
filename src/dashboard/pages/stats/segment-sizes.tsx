import type { FC } from 'hono/jsx';
import { type ClickHouse, withDeadline } from '../../../clickhouse/clickhouse.js';
import type { SavedFilter } from '../../../stats/filters.js';
import type { Scope } from '../../../stats/query.js';
import { countSegments, type SegmentSizes } from '../../../stats/reports/count-goals.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, rich } from '../../ui/rich.js';
import { orFailure } from './or-failure.js';

/** Segments are chosen, renamed and deleted without their sizes: a page does not wait longer. */
const DEADLINE_MS = 2_000;

/** Undefined if they cannot be counted in time. */
export async function readSegmentSizes(
  clickhouse: ClickHouse,
  scope: Scope,
  segments: readonly SavedFilter[],
): Promise<SegmentSizes | undefined> {
  const counted = await orFailure(countSegments(withDeadline(clickhouse, DEADLINE_MS), scope, segments));
  return 'failure' in counted ? undefined : counted;
}

/** As in `1.2k`, followed by `visitors` for screen readers. */
export const Visitors: FC<{ readonly count: number }> = ({ count }) => (
  <>
    {rich('{count, plural, one {{amount}<hidden> visitor</hidden>} other {{amount}<hidden> visitors</hidden>}}', {
      count,
      amount: <Amount value={count} />,
      hidden,
    })}
  </>
);

/** Where the menu of segments is opened, the script puts each size beside the name of its segment. */
export const SegmentCounts: FC<SegmentSizes> = ({ all, sizes }) => (
  <div>
    {[['all', all] as const, ...sizes].map(([id, count]) => (
      <span data-part={id}>
        <Visitors count={count} />
      </span>
    ))}
  </div>
);
