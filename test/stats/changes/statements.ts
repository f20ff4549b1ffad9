import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { recount } from '../../../src/daily-visitors/recount.js';
import { type Change, planChange } from '../../../src/stats/changes/change-scope.js';
import { type Combinations, type History, tabulate } from '../../../src/stats/changes/counts.js';
import { explain } from '../../../src/stats/changes/explain.js';
import { readEvidence } from '../../../src/stats/changes/read-evidence.js';
import { readHistory } from '../../../src/stats/changes/read-history.js';
import type { ChangeMetric } from '../../../src/stats/changes/setting.js';
import { sum } from '../../../src/stats/changes/statistics.js';
import type { Filter } from '../../../src/stats/filters.js';
import { moveDays, startOfLocalDay } from '../../../src/time/index.js';
import type { TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { linesOf, trackedEvent, traitsWith, WEBSITE } from '../../collect/sessions/tracked-event.js';
import { calendarOf, evidenceOf, nameOf, type Traffic, windowsOf } from './evidence.js';
import { type Block, D, generate, makeSite, type Site } from './generate.js';
import { type Kind, plant } from './plant.js';

const HOUR = 3_600_000;

interface Options {
  readonly zone: string;
  /** The first day of the history. */
  readonly from: string;
  readonly seed: number;
  readonly length: number;
  readonly kind: Kind;
}

const SIGN_UP: Filter = { dimension: 'event', operator: 'is', values: ['signup'] };
const MOBILE: Filter = { dimension: 'device', operator: 'is', values: ['mobile'] };
const INNER: Filter = { dimension: 'page', operator: 'is', values: ['/inner'] };

/** Each filter, and the sessions and pageviews that pass it. */
const FILTERS: Readonly<Record<string, { readonly filter: Filter | undefined; keep(traffic: Traffic): Traffic }>> = {
  'without filter': { filter: undefined, keep: (traffic) => traffic },
  'of a trait': {
    filter: MOBILE,
    keep: (traffic) => keepSessions(traffic, (block, i) => block.dims[D.device]![i] === 1),
  },
  'of an event': {
    filter: INNER,
    keep: (traffic) => {
      const kept = keepSessions(traffic, (block, i) => block.views[i]! > 1);
      for (const block of [kept.history, kept.before, kept.now]) {
        for (let i = 0; i < block.n; i++) {
          block.views[i]! -= 1;
          block.conversions[i] = 0;
        }
      }
      return kept;
    },
  },
};

function keepSessions(traffic: Traffic, keeps: (block: Block, i: number) => boolean): Traffic {
  const keep = (block: Block) => block.filter((i) => keeps(block, i));
  return { ...traffic, history: keep(traffic.history), before: keep(traffic.before), now: keep(traffic.now) };
}

const METRICS: readonly ChangeMetric[] = ['visits', 'visitors', 'pageviews', 'conversions'];

/** Every count of the statements is that of the generated sessions, and so is the answer. */
export function describeStatements(open: () => Promise<TestClickHouse>, options: Options): void {
  const { zone, length } = options;
  describe(`${length} days of ${zone}, ${options.kind}`, () => {
    const traffic = makeTraffic(options);
    const start = startOfLocalDay(options.from, zone);
    const day = (days: number) => moveDays(start, days, zone);
    const count = { generation: 1, zone };
    let opened: TestClickHouse;

    beforeAll(async () => {
      opened = await open();
      await migrateClickHouse(opened.clickhouse, opened.cluster);
      await insert(opened, traffic, day);
      await recount({ clickhouse: opened.clickhouse, websiteId: WEBSITE, count, goesOn: async () => true });
    });

    afterAll(() => opened.close());

    /** @param isOff whether the ranges begin within a quarter of an hour, before which no session begins */
    function plan(filter: Filter | undefined, isOff = false): Change {
      const off = isOff ? 1 : 0;
      const range = { start: day(28 + length) + off, end: day(28 + 2 * length) };
      const before = { start: day(28) + off, end: day(28 + length) };
      const comparison = { mode: 'previous' as const, range: before };
      return planChange({ websiteId: WEBSITE, count, zone, range, comparison, filter, goal: SIGN_UP }, range.end);
    }

    test('the ranges have the days of the generator', () => {
      const { calendar } = plan(undefined);
      expect({ ...calendar, length: Math.round(calendar.length) }).toEqual(calendarOf(length));
    });

    describe.each(Object.keys(FILTERS))('%s', (name) => {
      const { filter, keep } = FILTERS[name]!;

      test.each(METRICS)('%s', async (metric) => {
        const kept = keep(traffic);
        const expected = evidenceOf(kept, metric);
        const found = await readEvidence(opened.clickhouse, plan(filter), metric);
        expect(readableHistory(found.traffic.history)).toEqual(readableHistory(expected.traffic.history));
        expect(readableCube(found.traffic.cube)).toEqual(readableCube(expected.traffic.cube));
        if (metric === 'conversions') {
          expect(readableHistory(found.goal!.history)).toEqual(readableHistory(expected.goal!.history));
          expect(readableCube(found.goal!.cube)).toEqual(readableCube(expected.goal!.cube));
        }
        const [own, answer] = [await explain({ ...found, calendar: expected.calendar }), await explain(expected)];
        expect(readableAnswer(own)).toEqual(readableAnswer(answer));
      });
    });

    // The history then is of daily visitors, which have none of another zone.
    test.each(['visits', 'pageviews'] as const)('%s by day are the same without complete counts', async (measure) => {
      const { scope, calendar } = plan(undefined);
      const read = async (own: typeof count | undefined) =>
        readableHistory(await readHistory(opened.clickhouse, { scope: { ...scope, count: own }, calendar }, measure));
      const found = await read(count);
      expect(found.parts.length).toBeGreaterThan(10);
      expect(await read(undefined)).toEqual(found);
      expect(await read({ generation: 2, zone: 'Pacific/Apia' })).toEqual(found);
    });

    test('of long ranges that begin within a day, counts by day are those of rows', async () => {
      const range = { start: day(30) + 15 * HOUR, end: day(100) };
      const before = { start: day(-40) + 15 * HOUR, end: range.start };
      const comparison = { mode: 'previous' as const, range: before };
      const read = async (own: typeof count | undefined) => {
        const compared = { websiteId: WEBSITE, count: own, zone, range, comparison, filter: undefined };
        return readableHistory(await readHistory(opened.clickhouse, planChange(compared, range.end), 'visits'));
      };
      expect(await read(count)).toEqual(await read(undefined));
    });

    test.each(METRICS)('%s of ranges that begin within a quarter of an hour', async (metric) => {
      const expected = evidenceOf(traffic, metric);
      const found = await readEvidence(opened.clickhouse, plan(undefined, true), metric);
      expect(readableHistory(found.traffic.history)).toEqual(readableHistory(expected.traffic.history));
      expect(readableCube(found.traffic.cube)).toEqual(readableCube(expected.traffic.cube));
    });

    test('visitors who have done something are those of each range', async () => {
      const filter = { hasDone: SIGN_UP };
      const found = await readEvidence(opened.clickhouse, plan(filter), 'visits');
      const { now, before } = tabulate(found.traffic.cube).total;
      expect([now, before]).toEqual([countOfConverted(traffic.now), countOfConverted(traffic.before)]);
    });

    test('visitors who have done something are, in the history, those of stretches as long as the range', async () => {
      const { history, cube } = (await readEvidence(opened.clickhouse, plan({ hasDone: SIGN_UP }), 'visits')).traffic;
      const add = (start: number, end: number) => sum(history.total, Math.max(0, start), end);
      const stretches = Array.from({ length: Math.ceil(28 / length) }, (_, place) =>
        traffic.history.filter((i) => {
          const day = traffic.history.day[i]!;
          return day < 28 - place * length && day >= 28 - (place + 1) * length;
        }),
      ).reverse();
      const counts = [...stretches, traffic.before, traffic.now].map(countOfConverted);
      const ends = counts.map((_, place) => 28 - (stretches.length - 1 - place) * length);
      expect(ends.map((end) => add(end - length, end))).toEqual(counts);
      const { pastNow } = windowsOf(length);
      // Other stretches are not those of the counts, only as long.
      if (pastNow.every(([, end]) => (28 - end) % length === 0)) {
        const all = pastNow.reduce((total, [start, end]) => total + add(start, end), 0);
        expect(all).toBe(tabulate(cube).total.pastNow);
      }
    });
  });
}

function countOfConverted(block: Block): number {
  const done = new Set<number>();
  for (let i = 0; i < block.n; i++) if (block.conversions[i]) done.add(block.visitor[i]!);
  let visits = 0;
  for (let i = 0; i < block.n; i++) if (done.has(block.visitor[i]!)) visits++;
  return visits;
}

function makeTraffic({ seed, length, kind }: Options): Traffic {
  const site = makeSite(seed, 50);
  const first = 28 + length;
  const warm = generate(site, -3, 0, seed + 1);
  const past = generate(site, 0, 28, seed + 2, { ring: warm.ring });
  const before = generate(site, 28, first, seed + 3, { ring: past.ring });
  const now = generate(site, first, first + length, seed + 4, { ring: before.ring, fresh: first }).block;
  const planting = { site, pool: past.block, before: before.block, now, ring: before.ring, length };
  const planted = plant(kind, planting, seed)!;
  const traffic = { site, history: past.block, before: planted.before, now: planted.now, length };
  // Two sessions of a visitor on one day could be one.
  const seen = new Set<string>();
  return keepSessions(traffic, (block, i) => {
    const key = `${block.visitor[i]} ${block.day[i]}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

const BLOCKS = 5;

/** The lines of the sessions lie in all blocks, so that the parts of a session are in many. */
async function insert({ clickhouse }: TestClickHouse, traffic: Traffic, day: (days: number) => number): Promise<void> {
  const events = [traffic.history, traffic.before, traffic.now]
    .flatMap((block) => Array.from({ length: block.n }, (_, i) => toEvents(traffic.site, block, i, day)).flat())
    .sort((one, other) => one.time - other.time);
  const lines = linesOf(events);
  for (let block = 0; block < BLOCKS; block++) {
    const body = Buffer.from(lines.filter((_, place) => place % BLOCKS === block).join(''));
    await clickhouse.insert({ table: 'events', columns: eventColumns, body, token: `block-${block}` });
  }
}

/** Begins at an hour that the clocks leave alone. */
function toEvents(site: Site, block: Block, i: number, day: (days: number) => number) {
  const begins = day(block.day[i]!) + 4 * HOUR + Math.floor((i / block.n) * 16 * HOUR);
  const name = (d: number) => nameOf(site, d, block.dims[d]![i]!);
  const shared = {
    visitorId: String(block.visitor[i]!),
    traits: traitsWith({
      utmCampaign: name(D.campaign),
      referrer: name(D.referrer),
      channel: name(D.channel),
      country: name(D.country),
      city: name(D.city),
      language: name(D.language),
      device: name(D.device),
      os: name(D.os),
      browser: name(D.browser),
    }),
  };
  const views = Array.from({ length: block.views[i]! }, (_, place) =>
    trackedEvent({ ...shared, time: begins + place * 1000, path: place === 0 ? name(D.entryPage) : '/inner' }),
  );
  if (!block.conversions[i]) return views;
  return [...views, trackedEvent({ ...shared, time: begins + views.length * 1000, type: 'custom', name: 'signup' })];
}

/** Beyond 200 values, either has those it likes of equal ones. */
const readableHistory = ({ total, parts }: History) => ({
  total,
  parts: parts.map(({ trait, value, days }) => `${trait} ${value} ${days.join(' ')}`).sort(),
});

/** Values of equal shares may have each other's codes. */
function readableCube(cube: Combinations) {
  return Array.from({ length: cube.counts.now.length }, (_, at) => {
    const names = cube.codes.map((codes, trait) => cube.values[trait]![codes[at]!]);
    const { now, before, pastNow, pastBefore } = cube.counts;
    return `${names.join(' ')}: ${now[at]} ${before[at]} ${pastNow[at]} ${pastBefore[at]}`;
  }).sort();
}

const readableAnswer = ({ causes, ...answer }: Awaited<ReturnType<typeof explain>>) => ({
  ...answer,
  usual: Math.round(answer.usual * 1e6),
  causes: causes.map(({ parts, now, before, kind }) => ({
    kind,
    now,
    before,
    parts: parts.map(({ trait, value }) => `${trait} ${value}`),
  })),
});
