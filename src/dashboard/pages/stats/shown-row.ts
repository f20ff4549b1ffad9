import { type MetricName, metricValue } from '../../../stats/metrics.js';
import type { ListRow, ShownName } from '../../../stats/reports/list.js';

/** A row of a list with its display name and, in channels, the rows of its sources. */
export interface ShownRow extends ShownName, Omit<ListRow, 'key'> {
  readonly sources?: readonly ShownRow[];
}

/** Of a row in the comparison range; undefined for one that did not exist in it. */
export const valueBefore = (metric: MetricName, { before }: Pick<ShownRow, 'before'>): number | undefined =>
  before.visitors === 0 && before.clicks === 0 ? undefined : metricValue(metric, before);
