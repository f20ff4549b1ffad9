import { propertyName } from '../dimensions.js';
import type { Filter } from '../filters.js';
import { NO_REFERENCES, parseFilter } from './parse-filter.js';
import type { Problems } from './problems.js';

const DIMENSIONS = ['page', 'event', 'link'];

/**
 * Reads what a goal matches: a filter on single events, by page, custom event, link and properties. A condition on pages
 * matches pageviews only. Undefined where there is a problem.
 */
export function parseGoalMatch(match: unknown, field: string, problems: Problems): Filter | undefined {
  const filter = parseFilter(match, field, problems, NO_REFERENCES, refuse);
  return filter && ofPageviews(filter);
}

function refuse(part: string): string | undefined {
  if (['dimension', 'and', 'or', 'not', ...DIMENSIONS].includes(part) || propertyName(part) !== undefined)
    return undefined;
  return `a goal is a filter on one event, by ${DIMENSIONS.join(', ')} and property:NAME, not ${part}`;
}

function ofPageviews(filter: Filter): Filter {
  if ('and' in filter) return { and: filter.and.map(ofPageviews) };
  if ('or' in filter) return { or: filter.or.map(ofPageviews) };
  if ('not' in filter) return { not: ofPageviews(filter.not) };
  return 'dimension' in filter && filter.dimension === 'page' ? { pageview: filter } : filter;
}
