import { isDeepStrictEqual } from 'node:util';
import type { Query, Website } from './answers.js';
import { answer, ENDPOINTS } from './oracle.js';
import type { PastEvent } from './past-event.js';
import { randomQueries } from './queries.js';
import { MUTANTS, type Mutant } from './rules.js';
import { someUnderWay } from './under-way.js';
import { addDays, localDate } from './zones.js';

/** Of any seed, far fewer than these tell every mutant from the oracle. */
const CANDIDATES = 60;

/** The mutants that differ from the oracle in a zone: there is no other day than the UTC one in UTC. */
export const findMutants = (zone: string): readonly Mutant[] =>
  MUTANTS.filter((mutant) => mutant !== 'utc-days' || zone !== 'UTC');

/**
 * Returns queries of which each mutant answers at least one wrongly: the whole history by day and by hour, and random ones up to
 * `count`. There are more where these would miss a mutant.
 */
export function tellingQueries(
  history: readonly PastEvent[],
  website: Website,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Query[] {
  const zone = website.timezone;
  const from = localDate(zone, Date.parse(history[0]!.timestamp));
  const whole = { from, to: addDays(from, 4), limit: 10, filters: {} };
  const plain: readonly Query[] = [
    { ...whole, granularity: 'day' },
    { ...whole, granularity: 'hour' },
  ];
  const candidates = someUnderWay(randomQueries(history, website, { seed, count: CANDIDATES }), zone);
  const first = [...plain, ...candidates].slice(0, count);
  const isNoticedBy = (mutant: Mutant) => (query: Query) =>
    ENDPOINTS.some(
      (endpoint) =>
        !isDeepStrictEqual(
          answer(history, website, endpoint, query),
          answer(history, website, endpoint, query, mutant),
        ),
    );
  const missed = findMutants(zone).filter((mutant) => !first.some(isNoticedBy(mutant)));
  const more = missed.flatMap((mutant) => candidates.find(isNoticedBy(mutant)) ?? []);
  return [...new Set([...first, ...more])];
}
