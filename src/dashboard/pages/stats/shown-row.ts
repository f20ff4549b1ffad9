import { type Facts, type MetricName, metricValue } from '../../../stats/metrics.js';
import type { ShownName } from '../../../stats/reports/list.js';

export interface ShownRow extends ShownName {
  /** Visitors, or clicks. */
  readonly value: number;
  /** The second metric of the list, if it has one. */
  readonly second?: number;
  readonly now: Facts;
  /** Of the comparison, if it is read. */
  readonly before: Facts;
  /** 0 to 100. */
  readonly percentage: number;
  readonly sources?: readonly ShownRow[];
  /** With a goal. `value` is the number of visitors then, and `percentage` the share of all conversions. */
  readonly conversions?: Conversions;
}

export interface Conversions {
  readonly count: number;
  /** 0 to 1. */
  readonly rate: number;
  /** In the comparison range; undefined for a row that did not exist in it. */
  readonly before: number | undefined;
}

/** Of a row in the comparison range; undefined for one that did not exist in it. */
export const valueBefore = (metric: MetricName, { before }: Pick<ShownRow, 'before'>): number | undefined =>
  before.visitors === 0 ? undefined : metricValue(metric, before);
