import type { Filter } from '../filters.js';

/** A filter as the API writes it, with what its segments and goals select, and their names. */
export function describeFilter(filter: Filter): unknown {
  if ('and' in filter) return { and: filter.and.map(describeFilter) };
  if ('or' in filter) return { or: filter.or.map(describeFilter) };
  if ('not' in filter) return { not: describeFilter(filter.not) };
  if ('hasDone' in filter) return { hasDone: describeFilter(filter.hasDone) };
  if ('pageview' in filter) return filter.pageview;
  if (!('filter' in filter)) return filter;
  const { kind, id, name } = filter;
  const selected = describeFilter(filter.filter);
  return kind === 'segment' ? { segment: id, name, filters: selected } : { goal: id, name, match: selected };
}

/** The goal of conversions. */
export const describeGoal = (goal: Filter) =>
  'filter' in goal
    ? { id: goal.id, name: goal.name, match: describeFilter(goal.filter) }
    : { match: describeFilter(goal) };
