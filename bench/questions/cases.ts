import { type FilterName, filterNames } from '../../src/stats/dimensions.js';
import { type Case, type Endpoint, endpoints } from './case.js';

const TWO_FILTERS: readonly FilterName[] = ['browser', 'country'];

const filtersByUse: readonly FilterName[] = [...new Set<FilterName>(['browser', 'page', ...filterNames])];

const ofAllRanges = (endpoint: Endpoint, filters: readonly FilterName[] = []): readonly Case[] =>
  ([365, 30, 1] as const).map((days) => ({ endpoint, days, filters, limit: 10, zone: 'UTC' }));

/**
 * Every endpoint over every range: unfiltered, with two filters, and with each; lists of pages without a limit too. What
 * is asked most comes first, for a run that is interrupted.
 */
export const cases: readonly Case[] = [
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint)),
  ...(['pages', 'entry-pages'] as const).flatMap((endpoint) =>
    ofAllRanges(endpoint).map((each) => ({ ...each, limit: undefined })),
  ),
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint, TWO_FILTERS)),
  ...filtersByUse.flatMap((name) => endpoints.flatMap((endpoint) => ofAllRanges(endpoint, [name]))),
];

/** Every endpoint over so many days, unfiltered. */
export const unfiltered = (days: number): readonly Case[] =>
  cases.filter((each) => each.days === days && each.filters.length === 0 && each.limit === 10);
