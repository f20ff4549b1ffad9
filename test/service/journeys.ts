import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerJourney, type JourneyNode } from '../../src/stats/behavior/journey.js';
import { journeyBody } from '../../src/stats/behavior/parse-journey.js';
import { NO_REFERENCES } from '../../src/stats/rows/parse-filter.js';
import { randomHistory } from '../oracle/history.js';
import { JOURNEY_MUTANTS, type JourneyQuestion, type Way, waysOf } from '../oracle/journey.js';
import type { Filter } from '../oracle/query-rows.js';
import { type Random, seeded } from '../oracle/random.js';
import { rulesOf } from '../oracle/rules.js';
import { type Counted, sessionsOf } from '../oracle/sessions.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { apiClient } from './api-client.js';
import { importInPieces } from './oracle-client.js';
import { randomEventFilter } from './query-rows.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';
const NOW = Date.UTC(2027, 0, 1);
const MINUTE = 60_000;

interface Options {
  readonly zone: string;
  readonly from: string;
  readonly seed: number;
  readonly journeys: number;
  readonly open?: (options: { readonly clock: number }) => Promise<TestService>;
}

/** Random journeys have the nodes that sessions have by brute force, and of each level the largest. */
export function describeJourneys({ zone, from, seed, journeys, open = sharedService }: Options): void {
  describe(`journeys of ${zone}, ${from}`, () => {
    const history = randomHistory({ seed, zone, from, days: 9, visitors: 80, domain: DOMAIN });
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

    test.each(Array.from({ length: journeys }, (_, place) => place))('journey %i', async (place) => {
      const { body, question } = randomJourney(seeded(seed * 1000 + place), ever, from, zone);
      const ask = (more: object = {}) =>
        answerJourney(service.services.clickhouse, journeyBody.parse({ ...body, ...more }), {
          websiteId: id,
          zone,
          now: NOW,
          firstEvent: undefined,
          references: NO_REFERENCES,
        });
      const text = JSON.stringify(body);
      const { root } = await ask();
      const path = largestPath(root).slice(0, 3);
      checkTree(root, waysOf(ever, question), body.steps, text);
      checkPath((await ask({ path })).root, root, path);
      const { anchor } = question;
      if (anchor === undefined) return;
      // Both directions of one anchor.
      const both = await ask({ anchor: { through: anchor.filter } });
      const after = { ...question, anchor: { ...anchor, kind: 'from' as const } };
      const before = { ...question, anchor: { ...anchor, kind: 'to' as const } };
      checkTree(both.root, waysOf(ever, after), body.steps, text);
      checkTree(both.before!, waysOf(ever, before), body.steps, text);
    });

    test.each(JOURNEY_MUTANTS)('the mutant %s would be noticed', (mutant) => {
      const differs = (place: number): boolean => {
        const { question } = randomJourney(seeded(seed * 1000 + place), ever, from, zone);
        return !isDeepStrictEqual(waysOf(ever, question), waysOf(ever, { ...question, mutant }));
      };
      expect(Array.from({ length: journeys }, (_, place) => place).some(differs)).toBe(true);
    });
  });
}

function checkTree(root: JourneyNode, ways: readonly Way[], steps: number, text: string): void {
  expect(root.sessions, text).toBe(ways.length);
  let level = [{ node: root, steps: [] as readonly string[] }];
  for (let depth = 0; depth < steps && level.length > 0; depth++) {
    const below: typeof level = [];
    const left: number[] = [];
    for (const { node, steps: before } of level) {
      const own = ways.filter((way) => before.every((step, at) => way.steps[at] === step));
      expect(node.sessions, `${text} ${before}`).toBe(own.length);
      expect(node.visitors, `${text} ${before}`).toBe(new Set(own.map(({ visitor }) => visitor)).size);
      expect(
        node.children.reduce((sum, { sessions }) => sum + sessions, 0),
        `${text} ${before}`,
      ).toBe(node.sessions);
      const ended = own.filter((way) => way.steps.length === depth);
      const exit = node.children.find(({ value }) => value === '(exit)');
      expect([exit?.sessions ?? 0, exit?.visitors ?? 0], `${text} ${before}`).toEqual([
        ended.length,
        new Set(ended.map(({ visitor }) => visitor)).size,
      ]);
      const shown = node.children.filter(({ value }) => value !== '(exit)' && value !== '(other)');
      below.push(...shown.map((each) => ({ node: each, steps: [...before, each.value!] })));
      const names = [...new Set(own.flatMap((way) => way.steps[depth] ?? []))];
      for (const name of names.filter((each) => !shown.some(({ value }) => value === each))) {
        left.push(own.filter((way) => way.steps[depth] === name).length);
      }
    }
    expect(below.length, text).toBe(Math.min(10, below.length + left.length));
    const smallest = Math.min(...below.map(({ node }) => node.sessions));
    expect(Math.max(0, ...left), text).toBeLessThanOrEqual(smallest);
    level = below;
  }
  for (const { node } of level) expect(node.children).toEqual([]);
}

/** The largest node of each level below the one before. */
function largestPath({ children }: JourneyNode): readonly string[] {
  const next = children.find(({ value }) => value !== '(exit)' && value !== '(other)');
  return next === undefined ? [] : [next.value!, ...largestPath(next)];
}

/** The nodes of the path have children, each all of them that the whole tree has, and no other node has any. */
function checkPath(found: JourneyNode, whole: JourneyNode, path: readonly string[]): void {
  expect([found.value, found.sessions, found.visitors]).toEqual([whole.value, whole.sessions, whole.visitors]);
  if (whole.children.length === 0) {
    expect(found.children).toEqual([]);
    return;
  }
  expect(found.children.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(found.sessions);
  const [next, ...rest] = path;
  for (const child of whole.children.filter(({ value }) => value !== '(other)')) {
    const same = found.children.find(({ value }) => value === child.value)!;
    if (child.value === next) checkPath(same, child, rest);
    else expect(same).toEqual({ ...child, children: [] });
  }
}

function randomJourney(random: Random, ever: readonly Counted[], from: string, zone: string) {
  const first = addDays(from, random.below(4));
  const last = addDays(first, random.below(5));
  const isOdd = random.chance(0.3);
  const [start, end] = [dayStart(zone, first), dayStart(zone, addDays(last, 1))].map(
    (instant) => instant + (isOdd ? 1 + random.below(60 * MINUTE) : 0),
  ) as [number, number];
  const range = isOdd
    ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    : { from: first, to: last };
  const kind = random.pick(['from', 'to'] as const);
  const anchor = random.chance(0.3) ? undefined : { kind, filter: randomAnchor(random, ever) };
  const filter = random.chance(0.4) ? randomEventFilter(random, ever, 2) : undefined;
  const [hasEvents, isBySection] = [random.chance(0.4), random.chance(0.4)];
  const question: JourneyQuestion = { range: { start, end }, anchor, hasEvents, isBySection, filter };
  const body = {
    ...range,
    anchor: anchor && { [kind]: anchor.filter },
    steps: random.pick([1, 2, 4, 10]),
    events: hasEvents,
    groupBy: isBySection ? 'section' : 'page',
    filters: filter,
  };
  return { body, question };
}

function randomAnchor(random: Random, ever: readonly Counted[]): Filter {
  switch (random.below(5)) {
    case 0:
      return { dimension: 'page', operator: 'is', values: [random.pick(ever).path] };
    case 1:
      return { dimension: 'page', operator: 'contains', values: [random.pick(['a', 'o', 'blog'])] };
    case 2:
      return { dimension: 'event', operator: 'is', values: ['signup'] };
    case 3:
      return { dimension: 'link', operator: 'contains', values: ['/'] };
    default:
      return randomEventFilter(random, ever, 1);
  }
}
