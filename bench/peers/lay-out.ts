import { createHash } from 'node:crypto';
import { closedMonths } from '../data-set/plan.js';
import type { Engine } from '../engine/engine.js';
import type { Peer } from './peer.js';

/** Name of the table that is created last. It identifies the inputs of the peer's database. */
function layoutMark(peer: Peer): string {
  const recipe = JSON.stringify([peer.layout, closedMonths.map((month) => peer.fill(month))]);
  return `finished_${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`;
}

/** Copies our closed months into the peer's layout, in a separate database, unless an earlier run has done so. */
export async function layOut(peer: Peer, engine: Engine): Promise<void> {
  if (await isFinished(peer, engine)) return;
  await engine.run(`DROP DATABASE IF EXISTS ${peer.database}`);
  await engine.run(`CREATE DATABASE ${peer.database}`);
  for (const statement of peer.layout) await engine.run(statement);
  for (const month of closedMonths) {
    for (const statement of peer.fill(month)) await engine.run(statement);
  }
  await engine.run(`CREATE TABLE ${peer.database}.${layoutMark(peer)} (at DateTime) ENGINE = Memory`);
}

async function isFinished(peer: Peer, engine: Engine): Promise<boolean> {
  const [row] = await engine.rows<{ readonly found: number | string }>(
    `SELECT count() AS found FROM system.tables WHERE database = '${peer.database}' AND name = '${layoutMark(peer)}'`,
  );
  return Number(row?.found) > 0;
}
