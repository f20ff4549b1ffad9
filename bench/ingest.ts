import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addWebsite, ask, importHistory, startCollector } from './collector.js';
import { type Load, medianLoad, PAGES, type Round, sendEvents } from './collector-load.js';
import { DAY_MS } from './data-set/plan.js';
import { type ServerProcess, startServer } from './process.js';
import { dayText } from './questions/case.js';
import type { Goal } from './questions/goal.js';

const ROUNDS = 3;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const MAX_WAIT_MS = 60_000;
/** More than the rounds need: each visitor with a history returns once. All others are new. */
const RETURNING = 400_000;

/** Share of returning visitors that must be counted as such: counts are within 1 %, rarely 2. */
const RECOGNIZED = 0.95;

/** For requests that were cut off at a round's end. */
const SPARE = 500;

export interface IngestResults {
  readonly bare: Load;
  readonly footfall: Load;
  /** The same load, with visitors who all visited on an earlier day. */
  readonly returning: Load;
  readonly goals: readonly Goal[];
  /** Acknowledged events, and those in ClickHouse. */
  readonly acknowledged: number;
  readonly counted: number;
}

/** Measures durable events per second beside a bare route, with the same client in the same run, in turns. */
export async function benchIngest(): Promise<IngestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  // With the same size of the young generation as Footfall.
  const bare = await startServer([process.execPath, '--max-semi-space-size=32', 'dist/bench/bare-server.js']);
  const footfall = await startCollector(folder);
  try {
    const website = await addWebsite(footfall.url);
    await importHistory(footfall.url, website.id, RETURNING);
    await awaitCount(footfall.url);
    const rounds: { readonly bare: Round; readonly footfall: Round; readonly returning: Round }[] = [];
    const acknowledged = { returning: 0, other: 0 };
    const next = { returning: 0, other: RETURNING };
    const load = async (server: ServerProcess, seconds: number, visitors: keyof typeof next): Promise<Round> => {
      const options = { trackingKey: website.apiKey, host: 'example.com', seconds, firstVisitor: next[visitors] };
      const round = await sendEvents(server.url, options);
      if (server === bare) return round;
      acknowledged[visitors] += round.answered;
      next[visitors] += Math.ceil(round.answered / PAGES) + SPARE;
      return round;
    };
    await load(bare, WARM_UP_SECONDS, 'other');
    await load(footfall, WARM_UP_SECONDS, 'other');
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        bare: await load(bare, SECONDS, 'other'),
        footfall: await load(footfall, SECONDS, 'other'),
        returning: await load(footfall, SECONDS, 'returning'),
      });
    }
    if (next.returning > RETURNING) throw new Error('more visitors returned than there were: raise RETURNING');
    const all = acknowledged.returning + acknowledged.other;
    const found = await awaitPageviews(footfall.url, website.id, all);
    if (found.returningVisitors < (acknowledged.returning / PAGES) * RECOGNIZED) {
      throw new Error(`only ${found.returningVisitors} visitors were recognized: the history is not theirs`);
    }
    const loads = {
      bare: medianLoad(rounds.map((each) => each.bare)),
      footfall: medianLoad(rounds.map((each) => each.footfall)),
      returning: medianLoad(rounds.map((each) => each.returning)),
    };
    return { ...loads, goals: ingestGoals(loads), acknowledged: all, counted: found.totalPageviews };
  } finally {
    await bare.stop();
    await footfall.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Relative to the bare route's rates. */
function ingestGoals({ bare, footfall, returning }: Pick<IngestResults, 'bare' | 'footfall' | 'returning'>) {
  const rate = ({ perSecond }: Load) => Math.round((100 * perSecond) / bare.perSecond) / 100;
  return [
    { what: 'durable events a second, of the bare route', value: rate(footfall), atLeast: 0.45, aim: 0.5 },
    { what: 'the same with returning visitors', value: rate(returning), atLeast: 0.4, aim: 0.45 },
  ];
}

/** Complete, as in a running service. */
async function awaitCount(url: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^footfall_websites_uncounted 0$/m.test(metrics)) return;
    await wait(100);
  }
}

interface Found {
  readonly totalPageviews: number;
  readonly returningVisitors: number;
}

/** Waits until ClickHouse has all acknowledged pageviews since yesterday, and returns its numbers. */
async function awaitPageviews(url: string, id: string, acknowledged: number): Promise<Found> {
  const began = performance.now();
  const [from, to] = [dayText(Date.now() - DAY_MS), dayText(Date.now())];
  const path = `${url}/api/v1/websites/${id}/stats/main?from=${from}&to=${to}`;
  for (;;) {
    const found = await ask<Found>(path, 'GET');
    if (found.totalPageviews >= acknowledged) return found;
    if (performance.now() - began > MAX_WAIT_MS) {
      throw new Error(`of ${acknowledged} acknowledged events ${found.totalPageviews} are in ClickHouse`);
    }
    await wait(100);
  }
}
