import { z } from 'zod';
import { type Compiled, ofWebsite, sql } from '../../src/clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../../src/sessions/session.js';
import { all, ofPeriod } from '../../src/stats/conditions.js';
import { dataEnd, smallWebsite } from '../data-set/plan.js';
import type { Engine } from '../engine/engine.js';
import { type Asked, askedAt, type Case, nameOf } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { median, warmTurns } from '../questions/measure.js';
import { type BenchService, pathOf } from '../questions/service.js';
import { bareCall } from './bare-call.js';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Part {
  readonly name: string;
  readonly partition: string;
  readonly granularity: string;
}

/** A small website beside a large one: what its questions read, and how long they take. */
export async function smallWebsiteGoals(
  cases: readonly Case[],
  { service, engine }: { readonly service: BenchService; readonly engine: Engine },
  turns: number,
): Promise<readonly Goal[]> {
  const parts = await partsOf(engine);
  const bare = await bareCall(service);
  const [reads, times]: [Ratio[], Ratio[]] = [[], []];
  for (const each of cases) {
    const asked = (turn: number) => askedAt(each, smallWebsite.id, turn);
    const taken: number[] = [];
    let statements: readonly Compiled[] = [];
    const ask = async (turn: number) => {
      service.watched.take();
      await service.get(pathOf(asked(turn)));
      const found = service.watched.take();
      statements = found.statements;
      return found.milliseconds;
    };
    await ask(0);
    const isEnough = warmTurns(turns);
    while (!isEnough(taken.length)) taken.push(await ask(taken.length + 1));
    const { rowsRead } = await engine.effort(statements);
    const last = asked(taken.length);
    const allowed = (await ownRows(engine, last)) + slack(parts, last, statements);
    reads.push({ value: round(rowsRead / allowed), worst: nameOf(each) });
    times.push({ value: round(median(taken) / bare), worst: nameOf(each) });
  }
  return [
    { what: 'a small website, rows read of those allowed', ...worstOf(reads), atMost: 1 },
    { what: 'a small website, the engine’s time of a bare SELECT 1', ...worstOf(times), atMost: 5 },
    { what: 'a mere count of its events of a year, of the same', value: round((await mereCount(service)) / bare) },
  ];
}

/** Milliseconds of the shortest statement that has a website and a period: no question can take less. */
async function mereCount({ engines }: BenchService): Promise<number> {
  const year = { start: dataEnd - 365 * DAY_MS, end: dataEnd };
  const times: number[] = [];
  const isEnough = warmTurns(1);
  while (!isEnough(times.length)) {
    const began = performance.now();
    await engines.clickhouse.query({
      name: 'bench/mere count',
      sql: sql`SELECT count() AS events FROM events WHERE ${all([ofWebsite(smallWebsite.id), ofPeriod(year)])}`,
      row: z.unknown(),
    });
    times.push(performance.now() - began);
  }
  return median(times);
}

type Ratio = Pick<Goal, 'value' | 'worst'>;

const round = (value: number): number => Math.round(value * 100) / 100;

const worstOf = (ratios: readonly Ratio[]): Ratio => [...ratios].sort((a, b) => b.value - a.value)[0] ?? { value: 0 };

/** The website's events in the range and the period before it, and those that its last sessions can still have. */
async function ownRows(engine: Engine, { websiteId, previous, end }: Asked): Promise<number> {
  const text = `SELECT count() AS events FROM events
WHERE website_id = '${websiteId}' AND time >= fromUnixTimestamp64Milli(${previous}, 'UTC') AND time < fromUnixTimestamp64Milli(${end + LONGEST_REACH_MS}, 'UTC')`;
  const [row] = await engine.rows<{ readonly events: string }>({ text, parameters: {} });
  return Number(row?.events);
}

const partsOf = (engine: Engine): Promise<readonly Part[]> =>
  engine.rows<Part>({
    text: `SELECT p.table AS name, p.partition AS partition,
  extract(t.create_table_query, 'index_granularity = (\\\\d+)') AS granularity
FROM system.parts AS p JOIN system.tables AS t ON t.database = p.database AND t.name = p.table
WHERE p.active AND p.database = 'default'`,
    parameters: {},
  });

/** Two granules of each part that a statement can touch: those of its tables, in the months that it asks about. */
function slack(parts: readonly Part[], { previous, end }: Asked, statements: readonly Compiled[]): number {
  const month = (at: number) => new Date(at).toISOString().slice(0, 7).replace('-', '');
  const [first, last] = [month(previous), month(end + LONGEST_REACH_MS)];
  const granules = statements.flatMap(({ text }) =>
    parts.filter(
      ({ name, partition }) =>
        new RegExp(`\\b(FROM|JOIN) ${name}\\b`).test(text) &&
        (!/^\d{6}$/.test(partition) || (partition >= first && partition <= last)),
    ),
  );
  return granules.reduce((sum, { granularity }) => sum + 2 * Number(granularity), 0);
}
