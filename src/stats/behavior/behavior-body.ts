import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { RangeMoment } from '../../time/index.js';
import { resolveFilter } from '../filter-values.js';
import type { Filter } from '../filters.js';
import type { References } from '../rows/parse-filter.js';
import { rowsQueryBody } from '../rows/parse-rows-query.js';
import { explainPattern } from '../rows/patterns.js';

/** The fields of a body that choose a range and events. */
export const scopeFields = rowsQueryBody.pick({ range: true, from: true, to: true, filters: true });

/** What a funnel, a journey or a retention table is asked of. */
export interface BehaviorContext extends RangeMoment {
  readonly websiteId: string;
  /** The goals and saved filters that the body may name. */
  readonly references: References;
}

/** Resolves values of filters to those that are stored. */
export const resolveStored = (
  clickhouse: ClickHouse,
  { websiteId }: BehaviorContext,
  filters: readonly (Filter | undefined)[],
): Promise<readonly (Filter | undefined)[]> =>
  Promise.all(filters.map((each) => each && resolveFilter(clickhouse, [websiteId], each))).catch(explainPattern);
