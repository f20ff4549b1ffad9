import { createHash } from 'node:crypto';
import type { Compiled } from '../../src/clickhouse/sql.js';
import { largeWebsite } from '../data-set/plan.js';
import type { Effort, Engine } from '../engine/engine.js';
import { peers } from '../peers/peers.js';
import { type Asked, askedAt, type Case } from './case.js';
import { type BenchService, pathOf } from './service.js';

/** Someone who answers the same questions: the plain pass, or a peer. Undefined where it has no such answer. */
export interface Contender {
  readonly name: string;
  statements(asked: Asked): readonly string[] | undefined;
}

/** Medians in milliseconds, and what one question took. */
export interface Figures extends Effort {
  /** The engine alone. */
  readonly sql: number;
  /** The same after the engine's caches were dropped. */
  readonly cold: number;
}

export interface OwnFigures extends Figures {
  /** The whole request. */
  readonly http: number;
  /** Medians of what a request took beside the engine. */
  readonly onTop: number;
  readonly statements: number;
}

export interface Measured {
  readonly own: OwnFigures;
  readonly others: Readonly<Record<string, Figures>>;
}

export interface Turns {
  /** At least so many warm ones; one more before them is not counted. */
  readonly warm: number;
  readonly cold: number;
}

/**
 * What is answered quickly is asked more often, until its warm turns have taken this long: a goal is for the worst of many
 * short questions, and of a few turns each the worst would be the noise.
 */
const WARM_MS = 1_500;

const MOST_WARM_TURNS = 15;

/** Says whether so many warm turns are enough, from now on. */
export function warmTurns(atLeast: number): (taken: number) => boolean {
  const began = performance.now();
  return (taken) => taken >= atLeast && (taken >= MOST_WARM_TURNS || performance.now() - began > WARM_MS);
}

/**
 * Everyone answers a turn's question before the next turn comes, in another order each time: who comes right after a statement
 * that took gigabytes waits until these are given back, and must not always be the same.
 */
export async function measure(
  each: Case,
  contenders: readonly Contender[],
  { service, engine }: { readonly service: BenchService; readonly engine: Engine },
  turns: Turns,
): Promise<Measured> {
  const asking = (turn: number) => askedAt(each, largeWebsite.id, turn);
  const others = contenders.filter((contender) => contender.statements(asking(0)) !== undefined);
  const statementsOf = (contender: Contender, turn: number): readonly Compiled[] =>
    (contender.statements(asking(turn)) ?? []).map((text) => ({ text, parameters: {} }));
  const own: { readonly http: number; readonly sql: number }[] = [];
  const times: Record<string, number[]> = Object.fromEntries(others.map(({ name }) => [name, []]));
  let asked: readonly Compiled[] = [];

  const askOwn = async (turn: number) => {
    service.watched.take();
    const http = await service.get(pathOf(asking(turn)));
    const { statements, milliseconds } = service.watched.take();
    asked = statements;
    own.push({ http, sql: milliseconds });
  };
  const askOther = (contender: Contender) => async (turn: number) => {
    times[contender.name]!.push(await engine.ask(statementsOf(contender, turn)));
  };
  const everyone = [askOwn, ...others.map(askOther)];
  const takeTurn = async (turn: number, before?: () => Promise<void>) => {
    for (const ask of inOrderOf(turn, everyone)) {
      await before?.();
      await ask(turn);
    }
  };
  await takeTurn(0);
  const isEnough = warmTurns(turns.warm);
  let warm = 0;
  while (!isEnough(warm)) {
    warm += 1;
    await takeTurn(warm);
  }
  for (let cold = 1; cold <= turns.cold; cold += 1) await takeTurn(warm + cold, engine.dropCaches);

  const warmOnes = <T>(all: readonly T[]) => all.slice(1, warm + 1);
  const coldOnes = <T>(all: readonly T[]) => all.slice(warm + 1);
  const figures: Record<string, Figures> = {};
  for (const other of others) {
    const all = times[other.name]!;
    const effort = await engine.effort(statementsOf(other, warm + turns.cold));
    figures[other.name] = { sql: median(warmOnes(all)), cold: median(coldOnes(all)), ...effort };
  }
  return {
    own: {
      http: median(warmOnes(own).map(({ http }) => http)),
      onTop: median(warmOnes(own).map(({ http, sql }) => http - sql)),
      sql: median(warmOnes(own).map(({ sql }) => sql)),
      cold: median(coldOnes(own).map(({ sql }) => sql)),
      statements: asked.length,
      ...(await engine.effort(asked)),
    },
    others: figures,
  };
}

/** By a hash of turn and place: the same order in every run, and none that comes again soon. */
function inOrderOf<Each>(turn: number, all: readonly Each[]): readonly Each[] {
  const rank = (place: number) => createHash('sha256').update(`${turn} ${place}`).digest('hex');
  return all
    .map((each, place) => [rank(place), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

/** The peer that answers first when warm; undefined where none has such a report. */
export function bestPeer(others: Measured['others']): { readonly name: string; readonly sql: number } | undefined {
  return peers
    .flatMap(({ name }) => (others[name] === undefined ? [] : [{ name, sql: others[name].sql }]))
    .sort((a, b) => a.sql - b.sql)[0];
}

/** To hundredths; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return Math.round(((low ?? 0) + (high ?? 0)) * 50) / 100;
}
