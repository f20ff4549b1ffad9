import { type FilterName, filterNames } from '../../src/stats/dimensions.js';
import { type Case, type Endpoint, endpoints } from './case.js';

const TWO_FILTERS: readonly FilterName[] = ['browser', 'country'];

const ofAllRanges = (endpoint: Endpoint, filters: readonly FilterName[] = []): readonly Case[] =>
  ([365, 30, 1] as const).map((days) => ({ endpoint, days, filters, limit: 10, zone: 'UTC' }));

/** Every endpoint over every range: unfiltered, with each filter, and with two; lists of pages without a limit too. */
export const cases: readonly Case[] = [
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint)),
  ...(['pages', 'entry-pages'] as const).flatMap((endpoint) =>
    ofAllRanges(endpoint).map((each) => ({ ...each, limit: undefined })),
  ),
  ...endpoints.flatMap((endpoint) => filterNames.flatMap((name) => ofAllRanges(endpoint, [name]))),
  ...endpoints.flatMap((endpoint) => ofAllRanges(endpoint, TWO_FILTERS)),
];

/** Every endpoint over so many days, unfiltered. */
export const unfiltered = (days: number): readonly Case[] =>
  cases.filter((each) => each.days === days && each.filters.length === 0 && each.limit === 10);
