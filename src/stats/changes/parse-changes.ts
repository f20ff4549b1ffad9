import { z } from 'zod';
import { daysBetween, type Range } from '../../time/index.js';
import { type BehaviorContext, scopeFields } from '../behavior/behavior-body.js';
import type { Filter } from '../filters.js';
import type { Scope } from '../query.js';
import { findReference, parseFilter } from '../rows/parse-filter.js';
import { parseRanges, type ResolvedRanges } from '../rows/parse-ranges.js';
import { rowsQueryBody } from '../rows/parse-rows-query.js';
import { Problems } from '../rows/problems.js';
import { type Change, planChange } from './change-scope.js';
import { changeMetrics } from './setting.js';

/** The body of a change; filters are checked by {@link parseChanges}. */
export const changesBody = scopeFields.extend({
  metric: z
    .enum(changeMetrics, { error: `must be one of ${changeMetrics.join(', ')}` })
    .describe('`conversions` needs a `goal`'),
  comparison: rowsQueryBody.shape.comparison.describe(
    'By default the range before, `{ mode: "previous" }`: only with it are parts held against their own past',
  ),
  goal: rowsQueryBody.shape.goal,
  limit: rowsQueryBody.shape.limit.unwrap().optional().describe('Rows of the answer, by default all'),
});

export type ChangesBody = z.output<typeof changesBody>;

/** What a change is asked of. */
export interface ChangesContext extends BehaviorContext, Pick<Scope, 'count'> {}

/** A change as it was asked for. */
export interface ParsedChange extends Change {
  readonly ranges: ResolvedRanges;
}

/** The most days of either range. */
export const MAX_CHANGE_DAYS = 366;

/**
 * Checks everything of a body. Values of filters are still as typed.
 *
 * @throws AppError `invalid` that lists every problem
 */
export function parseChanges(body: ChangesBody, context: ChangesContext): ParsedChange {
  const { websiteId, count, zone, references, now } = context;
  const problems = new Problems();
  const comparison = body.comparison ?? ({ mode: 'previous' } as const);
  if (comparison.mode === 'none') {
    problems.add('comparison.mode', 'needs_comparison', 'a change is between two ranges', ['previous']);
  }
  const ranges = parseRanges({ ...body, comparison }, context, problems);
  if (ranges !== undefined) checkLengths(ranges, zone, problems);
  const filter = parseFilter(body.filters, 'filters', problems, references);
  const goal = parseGoal(body, context, problems);
  problems.throwIfAny();
  const compared = { websiteId, count, zone, range: ranges!.range, comparison: ranges!.comparison!, filter, goal };
  return { ...planChange(compared, now), ranges: ranges! };
}

function parseGoal(
  { metric, goal }: ChangesBody,
  { references }: BehaviorContext,
  problems: Problems,
): Filter | undefined {
  if (goal !== undefined) return findReference(goal, 'goal', 'goal', references, problems);
  if (metric === 'conversions') problems.add('goal', 'needs_goal', 'conversions needs a goal');
  return undefined;
}

function checkLengths({ range, comparison }: ResolvedRanges, zone: string, problems: Problems): void {
  const isLong = ({ start, end }: Range) => daysBetween(start, end, zone).length > MAX_CHANGE_DAYS;
  const message = `must be at most ${MAX_CHANGE_DAYS} days`;
  if (isLong(range)) problems.add('range', 'range_too_long', message);
  if (comparison !== undefined && isLong(comparison.range)) problems.add('comparison', 'range_too_long', message);
}
