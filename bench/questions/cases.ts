import type { FilterName } from '../../src/stats/dimensions.js';
import { type Case, endpoints, measuredFilters } from './case.js';
import { postedNames } from './posted.js';

/** The ranges of the dashboard that end today, in days: 30d, 12mo, today, 7d, and the month until its 18th. */
const UNTIL_NOW = [30, 365, 1, 7, 18] as const;

/** The ranges that have goals. */
const COMPARED = [30, 365] as const;

const CLOSED = [30, 365, 1] as const;

const untilNow = (endpoint: Case['endpoint'], days: number, filters: readonly FilterName[] = []): Case => ({
  endpoint,
  days,
  filters,
  untilNow: true,
});

const filtersByUse: readonly (readonly FilterName[])[] = [
  ['browser'],
  ['browser', 'country'],
  ['page'],
  ...measuredFilters.filter((name) => name !== 'browser' && name !== 'page').map((name) => [name]),
];

/** All cases, the most frequent queries first, for a run that is interrupted. */
export const cases: readonly Case[] = [
  ...COMPARED.map((days) => untilNow('page', days)),
  { ...untilNow('page', 30), isSmall: true },
  { ...untilNow('page', 30), openings: 4 },
  untilNow('page', 1),
  // Not a year: half of the turns would be longer, and are refused.
  ...[7, 30].map((days) => untilNow('changes', days)),
  ...COMPARED.flatMap((days) => postedNames.filter((name) => name !== 'changes').map((name) => untilNow(name, days))),
  ...UNTIL_NOW.flatMap((days) => endpoints.map((endpoint) => untilNow(endpoint, days))),
  ...CLOSED.flatMap((days) => endpoints.map((endpoint) => ({ endpoint, days, filters: [], untilNow: false }))),
  ...filtersByUse.flatMap((filters) =>
    COMPARED.flatMap((days) =>
      endpoints
        .filter((endpoint) => endpoint !== 'visitors-chart' && (endpoint !== 'main' || isTrait(filters)))
        .map((endpoint) => untilNow(endpoint, days, filters)),
    ),
  ),
];

function isTrait(filters: readonly FilterName[]): boolean {
  return filters.length === 1 && filters[0] !== 'page';
}
