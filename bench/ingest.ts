import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Load, type Round, sendEvents } from './collector-load.js';
import { type ServerProcess, startServer } from './process.js';

const ROUNDS = 3;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const LONGEST_WAIT_MS = 60_000;
const API_KEY = `ff_live_${'be'.repeat(32)}`;

export interface IngestResults {
  readonly bare: Load;
  readonly footfall: Load;
  /** Footfall's rate over the bare route's, and its p99 over the bare route's. */
  readonly rateRatio: number;
  readonly p99Ratio: number;
  /** Events that were acknowledged and those that ClickHouse has. */
  readonly acknowledged: number;
  readonly counted: number;
  /** Seconds from the end of the load until ClickHouse had all of them. */
  readonly visibleAfter: number;
  /** Resident memory in MB, each half minute of a steady load. */
  readonly memory: readonly number[];
}

/** Durable events a second beside a bare route, by the same client in the same run, one after the other in turns. */
export async function benchIngest({ steadySeconds }: { readonly steadySeconds: number }): Promise<IngestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  // With the young generation that Footfall has.
  const bare = await startServer([process.execPath, '--max-semi-space-size=32', 'dist/bench/bare-server.js']);
  const footfall = await startServer(['bin/footfall.cjs', 'serve'], {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    BOOTSTRAP_EMAIL: 'bench@example.com',
    BOOTSTRAP_API_KEY: API_KEY,
  });
  try {
    const website = await addWebsite(footfall.url);
    const rounds: { readonly bare: Round; readonly footfall: Round }[] = [];
    let acknowledged = 0;
    const load = async (server: ServerProcess, seconds: number, rate?: number): Promise<Round> => {
      const round = await sendEvents(server.url, website.apiKey, seconds, rate);
      if (server === footfall) acknowledged += round.answered;
      return round;
    };
    await load(bare, WARM_UP_SECONDS);
    await load(footfall, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ bare: await load(bare, SECONDS), footfall: await load(footfall, SECONDS) });
    }
    const memory: number[] = [];
    for (let passed = 0; passed < steadySeconds; passed += 30) {
      await load(footfall, Math.min(30, steadySeconds - passed), 1000);
      memory.push(Math.round((await footfall.memory()) / 2 ** 20));
    }
    const stopped = performance.now();
    let counted = 0;
    while (counted < acknowledged && performance.now() - stopped < LONGEST_WAIT_MS) {
      await wait(100);
      counted = await pageviews(footfall.url, website.id);
    }
    const visibleAfter = Math.round(performance.now() - stopped) / 1000;
    const [bareLoad, ownLoad] = [median(rounds.map((each) => each.bare)), median(rounds.map((each) => each.footfall))];
    return {
      bare: bareLoad,
      footfall: ownLoad,
      rateRatio: round2(ownLoad.perSecond / bareLoad.perSecond),
      p99Ratio: round2(ownLoad.p99 / bareLoad.p99),
      acknowledged,
      counted,
      visibleAfter,
      memory,
    };
  } finally {
    await bare.stop();
    await footfall.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addWebsite(url: string): Promise<{ readonly id: string; readonly apiKey: string }> {
  const response = await fetch(`${url}/api/v1/websites`, {
    method: 'POST',
    headers: { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', domain: 'example.com', timezone: 'UTC' }),
  });
  return ((await response.json()) as { data: { id: string; apiKey: string } }).data;
}

async function pageviews(url: string, id: string): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  const answer = await fetch(`${url}/api/v1/websites/${id}/stats/main?from=2026-01-01&to=${today}`, {
    headers: { 'X-API-Key': API_KEY },
  });
  return ((await answer.json()) as { data: { totalPageviews: number } }).data.totalPageviews;
}

function median(rounds: readonly Round[]): Load {
  const middle = (pick: (round: Round) => number) =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
  };
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
