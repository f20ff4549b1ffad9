import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { resolveFilter } from '../filter-values.js';
import type { Filter } from '../filters.js';
import type { References } from '../rows/parse-filter.js';
import type { RangeMoment } from '../rows/parse-ranges.js';
import { rowsQueryBody } from '../rows/parse-rows-query.js';
import { explainPattern } from '../rows/patterns.js';

/** The fields of a body that choose a range and events. */
export const scopeFields = rowsQueryBody.pick({ range: true, from: true, to: true, filters: true });

/** A filter on one event, such as a step; {@link parseFilter} reads it. */
export const eventFilter = z.any().meta({ examples: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] });

/** What a funnel, a journey or a retention table is asked of. */
export interface BehaviorContext extends RangeMoment {
  readonly websiteId: string;
  /** The goals and saved filters that the body may name. */
  readonly references: References;
}

/** Resolves values to those that are stored. */
export const resolveStored = (
  clickhouse: ClickHouse,
  { websiteId }: BehaviorContext,
  filter: Filter,
): Promise<Filter> => resolveFilter(clickhouse, [websiteId], filter).catch(explainPattern);
