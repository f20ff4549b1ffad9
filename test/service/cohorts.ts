import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerCohorts } from '../../src/stats/behavior/cohorts.js';
import { cohortsBody } from '../../src/stats/behavior/parse-cohorts.js';
import { NO_REFERENCES } from '../../src/stats/rows/parse-filter.js';
import { COHORT_MUTANTS, type CohortsQuestion, cohortsOf } from '../oracle/cohorts.js';
import { randomHistory } from '../oracle/history.js';
import { type Filter, shownValue } from '../oracle/query-rows.js';
import { type Random, seeded } from '../oracle/random.js';
import { rulesOf } from '../oracle/rules.js';
import { type Counted, sessionsOf } from '../oracle/sessions.js';
import { withTies } from '../oracle/ties.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { apiClient } from './api-client.js';
import { importInPieces } from './oracle-client.js';
import { randomEventFilter } from './query-rows.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';
const DAYS = 75;
const MINUTE = 60_000;

interface Options {
  readonly zone: string;
  readonly from: string;
  readonly seed: number;
  readonly tables: number;
  readonly open?: (options: { readonly clock: number }) => Promise<TestService>;
}

/** Random retention tables are as by brute force. */
export function describeCohorts({ zone, from, seed, tables, open = sharedService }: Options): void {
  describe(`retention in ${zone}, ${from}`, () => {
    const plain = randomHistory({ seed, zone, from, days: DAYS, visitors: 120, domain: DOMAIN });
    const history = withTies(seeded(seed), plain);
    const ever = sessionsOf(history, DOMAIN, rulesOf().pause);
    let service: TestService;
    let id: string;

    beforeAll(async () => {
      service = await open({ clock: Date.UTC(2027, 0, 1) });
      const client = await apiClient(service);
      ({ id } = await client.website({ domain: DOMAIN, timezone: zone }));
      await importInPieces(client, id, history);
    });

    afterAll(() => service.close());

    test.each(Array.from({ length: tables }, (_, place) => place))('table %i', async (place) => {
      const { body, question } = randomTable(seeded(seed * 1000 + place), ever, from, zone);
      const { cohorts } = await answerCohorts(service.services.clickhouse, cohortsBody.parse(body), {
        websiteId: id,
        zone,
        now: question.now,
        firstEvent: undefined,
        references: NO_REFERENCES,
        visitorIdRotation: question.isMonthly ? 'monthly' : 'never',
      });
      expect(cohorts, JSON.stringify({ body, now: question.now })).toEqual(cohortsOf(ever, question));
      for (const { visitors, returned } of cohorts) {
        for (const count of returned) expect(count ?? 0).toBeLessThanOrEqual(visitors);
      }
    });

    test.each(COHORT_MUTANTS)('the mutant %s would be noticed', (mutant) => {
      const differs = (place: number): boolean => {
        const { question } = randomTable(seeded(seed * 1000 + place), ever, from, zone);
        return !isDeepStrictEqual(cohortsOf(ever, question), cohortsOf(ever, { ...question, mutant }));
      };
      expect(Array.from({ length: tables }, (_, place) => place).some(differs)).toBe(true);
    });
  });
}

function randomTable(random: Random, ever: readonly Counted[], from: string, zone: string) {
  const first = addDays(from, random.below(DAYS - 5));
  const last = addDays(first, random.below(59));
  const isOdd = random.chance(0.3);
  const [start, end] = [dayStart(zone, first), dayStart(zone, addDays(last, 1))].map(
    (instant) => instant + (isOdd ? 1 + random.below(60 * MINUTE) : 0),
  ) as [number, number];
  const range = isOdd
    ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    : { from: first, to: last };
  const filter = random.chance(0.5) ? randomTraits(random, ever) : undefined;
  const returned = random.chance(0.3) ? randomEventFilter(random, ever, 1, ['page', 'event', 'country']) : undefined;
  const interval = random.pick(['day', 'week', 'month'] as const);
  // From the last millisecond of the range on.
  const now = end - 1 + random.pick([0, 1, random.below(3 * 86_400_000), random.below(80 * 86_400_000)]);
  const isMonthly = random.chance(0.2);
  const question: CohortsQuestion = { zone, range: { start, end }, interval, filter, returned, now, isMonthly };
  return { body: { ...range, interval, filters: filter, returned }, question };
}

/** All that `sessions` has, and what only `events` has. */
const TRAITS = ['country', 'entryPage', 'channel', 'browser', 'exitPage', 'screen', 'utmContent', 'utmTerm'];

function randomTraits(random: Random, ever: readonly Counted[]): Filter {
  const is = (): Filter => {
    const dimension = random.pick(TRAITS);
    return { dimension, operator: 'is', values: [shownValue(dimension, random.pick(ever))] };
  };
  return random.pick([is(), { not: is() }, { or: [is(), is()] }, { and: [is(), { not: is() }] }]);
}
