import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFunnel } from '../../src/stats/behavior/funnel.js';
import { funnelBody } from '../../src/stats/behavior/parse-funnel.js';
import { NO_REFERENCES } from '../../src/stats/rows/parse-filter.js';
import { FUNNEL_MUTANTS, type FunnelQuestion, funnelOf, funnelRowsOf } from '../oracle/funnel.js';
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
const NOW = Date.UTC(2027, 0, 1);
const BREAKDOWNS = ['country', 'browser', 'entryPage', 'exitPage', 'screen', 'channel'] as const;

interface Options {
  readonly zone: string;
  readonly from: string;
  readonly seed: number;
  readonly funnels: number;
  readonly open?: (options: { readonly clock: number }) => Promise<TestService>;
}

/** Random funnels are answered as by brute force. */
export function describeFunnels({ zone, from, seed, funnels, open = sharedService }: Options): void {
  describe(`funnels of ${zone}, ${from}`, () => {
    const plain = randomHistory({ seed, zone, from, days: 9, visitors: 30, domain: DOMAIN });
    const history = withTies(seeded(seed), plain);
    const ever = sessionsOf(history, DOMAIN, rulesOf().pause);
    let service: TestService;
    let id: string;

    beforeAll(async () => {
      service = await open({ clock: NOW });
      const client = await apiClient(service);
      ({ id } = await client.website({ domain: DOMAIN, timezone: zone }));
      await importInPieces(client, id, history);
    });

    afterAll(() => service.close());

    test.each(Array.from({ length: funnels }, (_, place) => place))('funnel %i', async (place) => {
      const random = seeded(seed * 1000 + place);
      const { body, question, breakdown } = randomFunnel(random, ever, from, zone);
      const ask = (more: object = {}) =>
        answerFunnel(service.services.clickhouse, funnelBody.parse({ ...body, ...more }), {
          websiteId: id,
          zone,
          now: NOW,
          firstEvent: undefined,
          references: NO_REFERENCES,
        });
      const text = JSON.stringify(body);
      const { steps, rows = [] } = await ask({ breakdown });
      const expected = funnelOf(ever, question);
      expect(
        steps.map(({ next, ...step }) => step),
        text,
      ).toEqual(expected.map(({ next, ...step }) => step));
      steps.forEach(({ next, dropOff }, at) => {
        expect(next.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(dropOff);
        const pages = expected[at]!.next;
        for (const { page, visitors } of next.filter((each) => each.page !== '(other)')) {
          expect(pages.get(page), `${text} ${page}`).toBe(visitors);
        }
        const listed = next.filter(({ page }) => page !== '(other)' && page !== null);
        expect(listed.length).toBe(Math.min(10, [...pages.keys()].filter((page) => page !== null).length));
      });
      const values = funnelRowsOf(ever, question, (event) => shownValue(breakdown, event) as string | null);
      expect(new Map(rows.map((row) => [row.value, row.steps])), text).toEqual(values);
      // Steps never rise, and rows add up to the total.
      steps.forEach(({ visitors }, at) => {
        expect(visitors).toBeLessThanOrEqual(steps[at - 1]?.visitors ?? visitors);
        expect(rows.reduce((sum, row) => sum + row.steps[at]!.visitors, 0)).toBe(visitors);
      });
      // Another condition never adds visitors to the first step.
      const narrower = await ask({ filters: [body.filters ?? [], randomEventFilter(random, ever, 1)] });
      expect(narrower.steps[0]!.visitors, text).toBeLessThanOrEqual(steps[0]!.visitors);
    });

    test.each(FUNNEL_MUTANTS)('the mutant %s would be noticed', (mutant) => {
      const differs = (place: number): boolean => {
        const { question } = randomFunnel(seeded(seed * 1000 + place), ever, from, zone);
        return !isDeepStrictEqual(funnelOf(ever, question), funnelOf(ever, { ...question, mutant }));
      };
      expect(Array.from({ length: funnels }, (_, place) => place).some(differs)).toBe(true);
    });
  });
}

const MINUTE = 60_000;

function randomFunnel(random: Random, ever: readonly Counted[], from: string, zone: string) {
  const first = addDays(from, 1 + random.below(4));
  const last = addDays(first, random.below(5));
  const isOdd = random.chance(0.3);
  const [start, end] = [dayStart(zone, first), dayStart(zone, addDays(last, 1))].map(
    (instant) => instant + (isOdd ? 1 + random.below(60 * MINUTE) : 0),
  ) as [number, number];
  const range = isOdd
    ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    : { from: first, to: last };
  const steps = Array.from({ length: random.pick([2, 2, 3, 3, 4, 5, 10]) }, () => randomStep(random, ever));
  const filter = random.chance(0.4) ? randomEventFilter(random, ever, 1) : undefined;
  const withinSeconds = random.pick([1, 240, 3600, 86_400, 10 * 86_400, 90 * 86_400]);
  const order = random.pick(['any', 'strict'] as const);
  const scope = random.pick(['visitor', 'session'] as const);
  const question: FunnelQuestion = {
    range: { start, end },
    steps,
    filter,
    withinMs: withinSeconds * 1000,
    order,
    scope,
  };
  const body = { ...range, steps, filters: filter, withinSeconds, order, scope };
  return { body, question, breakdown: random.pick(BREAKDOWNS) };
}

/** Most steps are broad, so that events can be several of them. */
function randomStep(random: Random, ever: readonly Counted[]): Filter {
  const page = () => random.pick(ever).path;
  switch (random.below(6)) {
    case 0:
      return { and: [] };
    case 1:
      return { dimension: 'page', operator: 'is', values: [page(), page(), page()] };
    case 2:
      return { dimension: 'page', operator: 'is_not', values: [page()] };
    case 3:
      return { dimension: 'page', operator: 'contains', values: [random.pick(['a', 'e', 'o', '/'])] };
    case 4:
      return { dimension: 'event', operator: 'is', values: random.chance(0.5) ? ['signup'] : [null] };
    default:
      return randomEventFilter(random, ever, 2);
  }
}
