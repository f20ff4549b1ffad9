import { type FilterName, filterNames } from '../../src/stats/dimensions.js';
import { type Case, type Endpoint, endpoints } from './case.js';

const TWO_FILTERS: readonly FilterName[] = ['browser', 'country'];

const filtersByUse: readonly FilterName[] = [...new Set<FilterName>(['browser', 'page', ...filterNames])];

const ofAllRanges = (endpoint: Endpoint, filters: readonly FilterName[] = []): readonly Case[] =>
  ([365, 30, 1] as const).map((days) => ({ endpoint, days, filters, limit: 10, zone: 'UTC' }));

const untilNow = (endpoint: Endpoint, filters: readonly FilterName[] = []): Case => ({
  endpoint,
  days: 30,
  filters,
  limit: 10,
  zone: 'UTC',
  untilNow: true,
});

/**
 * Every endpoint over every range: unfiltered, with two filters, and with each; lists of pages without a limit too; and until
 * now, unfiltered and with a filter. What is asked most comes first, for a run that is interrupted.
 */
export const cases: readonly Case[] = [
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint)),
  ...endpoints.flatMap((endpoint) => [untilNow(endpoint), untilNow(endpoint, ['browser'])]),
  ...(['pages', 'entry-pages'] as const).flatMap((endpoint) =>
    ofAllRanges(endpoint).map((each) => ({ ...each, limit: undefined })),
  ),
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint, TWO_FILTERS)),
  ...filtersByUse.flatMap((name) => endpoints.flatMap((endpoint) => ofAllRanges(endpoint, [name]))),
];

/** Every endpoint over so many days that are over, unfiltered. */
export const unfiltered = (days: number): readonly Case[] =>
  cases.filter((each) => each.days === days && !each.untilNow && each.filters.length === 0 && each.limit === 10);
