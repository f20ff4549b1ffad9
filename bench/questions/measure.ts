import { createHash } from 'node:crypto';
import { largeWebsite, smallWebsite } from '../data-set/plan.js';
import type { Engine } from '../engine/engine.js';
import { peerStatements } from '../peers/page.js';
import type { Peer } from '../peers/peer.js';
import { type Case, caseName, queryAt } from './case.js';
import type { BenchService } from './service.js';

/** Medians in milliseconds. */
export interface OwnTimes {
  /** The engine's time; for a dashboard page, the sum of its statements. */
  readonly sql: number;
  /** The time of the whole request. */
  readonly http: number;
  readonly statements: number;
}

export interface Measured {
  readonly own: OwnTimes;
  /** The engine's time of the first of several openings of the same range; `own` is the last one's. */
  readonly first?: number;
  /** The engine's time by peer, for those with such a report, if it stays within the limits of the engine. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Fast queries are repeated for this long: a goal applies to the worst of many short queries, which would be noise
 * after a few turns.
 */
const TURNS_MS = 1_500;

const MAX_TURNS = 12;

/**
 * Measures all systems turn by turn, in a different order each time: a query right after a statement that took gigabytes waits
 * until its memory is freed, and must not always be the same system's. The first turn is not counted.
 */
export async function measure(
  each: Case,
  {
    service,
    engine,
    peers,
  }: { readonly service: BenchService; readonly engine: Engine; readonly peers: readonly Peer[] },
  minTurns: number,
): Promise<Measured> {
  const isPage = each.endpoint === 'page';
  const { openings = 1 } = each;
  const atTurn = (turn: number) => queryAt(each, (each.isSmall ? smallWebsite : largeWebsite).id, turn);
  const own: (Omit<OwnTimes, 'statements'> & { readonly first: number })[] = [];
  let statements = 0;
  const open = async (turn: number) => {
    service.watched.watch(isPage);
    const time = await service.time(atTurn(turn));
    const found = service.watched.take();
    statements = found.statements;
    service.watched.watch(false);
    return { time, sql: found.milliseconds };
  };
  const askOwn = async (turn: number) => {
    const opened = [await open(turn)];
    while (opened.length < openings) opened.push(await open(turn));
    const { time, sql } = opened.at(-1)!;
    // A page's request takes longer when its statements run one by one, so it is timed again, over another range.
    const http = isPage ? await service.time(atTurn(turn + MAX_TURNS + 1)) : time;
    own.push({ http, sql, first: opened[0]!.sql });
  };
  const others = peers.flatMap((peer) => {
    if (openings > 1 || peerStatements(peer, atTurn(0)) === undefined) return [];
    const times: number[] = [];
    let isRefused = false;
    const ask = async (turn: number) => {
      if (isRefused) return;
      const statements = peerStatements(peer, atTurn(turn)) ?? [];
      try {
        times.push(await engine.ask(statements, isPage ? 1 : undefined));
      } catch (error) {
        // Beyond the limits that hold for our statements too, such as on memory.
        isRefused = true;
        process.stderr.write(`${caseName(each)}: left out ${peer.name}: ${String(error).slice(0, 200)}\n`);
      }
    };
    return [{ name: peer.name, times, ask, isRefused: () => isRefused }];
  });
  const everyone = [askOwn, ...others.map(({ ask }) => ask)];
  const takeTurn = async (turn: number) => {
    for (const ask of rotate(turn, everyone)) {
      // Conditions on columns repeat in every turn, unlike among thousands of websites.
      await engine.run('SYSTEM DROP QUERY CONDITION CACHE');
      await ask(turn);
    }
  };
  await takeTurn(0);
  const began = performance.now();
  for (let turn = 1; turn <= minTurns || (turn <= MAX_TURNS && performance.now() - began < TURNS_MS); turn += 1) {
    await takeTurn(turn);
  }
  return {
    own: {
      sql: median(own.slice(1).map(({ sql }) => sql)),
      http: median(own.slice(1).map(({ http }) => http)),
      statements,
    },
    ...(openings > 1 && { first: median(own.slice(1).map(({ first }) => first)) }),
    others: Object.fromEntries(
      others.filter(({ isRefused }) => !isRefused()).map(({ name, times }) => [name, median(times.slice(1))]),
    ),
  };
}

/** Orders by a hash of turn and place: the same order in every run, and none that soon repeats. */
function rotate<Each>(turn: number, all: readonly Each[]): readonly Each[] {
  const rank = (place: number) => createHash('sha256').update(`${turn} ${place}`).digest('hex');
  return all
    .map((each, place) => [rank(place), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

/** Undefined when no peer has such a report. */
export function bestPeer(others: Measured['others']): { readonly name: string; readonly sql: number } | undefined {
  return Object.entries(others)
    .map(([name, sql]) => ({ name, sql }))
    .sort((a, b) => a.sql - b.sql)[0];
}

/** Rounded to hundredths; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return Math.round(((low ?? 0) + (high ?? 0)) * 50) / 100;
}
