import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import type { Engine } from '../engine/engine.js';
import type { Peer } from '../peers/peer.js';
import { countBlock, forgetSince } from './counts.js';
import { awaitMerges, insertEvents } from './fill.js';
import { type DataSetOptions, liveBlocks, liveDays } from './plan.js';

/** The table in which a block is counted before its insert. */
const STAGED = 'bench_staged';

/** The month's name as a partition of our tables and of the peers'. */
const PARTITION = new Date(liveDays.start).toISOString().slice(0, 7).replace('-', '');

/**
 * Rebuilds the live month of every layout, today in small parts, and stops all merges, so that the parts resemble those
 * of a running service while this process measures.
 */
export async function fillLiveMonth(
  engine: Engine,
  clickhouse: ClickHouse,
  options: DataSetOptions,
  peers: readonly Peer[],
): Promise<void> {
  await engine.run('SYSTEM START MERGES');
  const stale = await engine.rows<{ readonly name: string }>(
    `SELECT DISTINCT concat(database, '.', table) AS name FROM system.parts WHERE active AND partition = '${PARTITION}'`,
  );
  for (const { name } of stale) await engine.run(`ALTER TABLE ${name} DROP PARTITION ${PARTITION}`);
  await forgetSince(clickhouse, liveDays.start);
  const [found] = await engine.rows<{ readonly id: string }>('SELECT toString(account_id) AS id FROM events LIMIT 1');
  const accountId = found!.id;
  const copy = async (peer: Peer, range: typeof liveDays) => {
    for (const statement of peer.fill(range)) await engine.run(statement);
  };
  const insertBlock = async (range: typeof liveDays) => {
    await engine.run(`CREATE OR REPLACE TABLE ${STAGED} AS events ENGINE = MergeTree ORDER BY time`);
    await insertEvents(engine, options, range, accountId, STAGED);
    await countBlock(clickhouse, STAGED);
    await engine.run(`INSERT INTO events SELECT * FROM ${STAGED} SETTINGS insert_deduplicate = 0`);
    await engine.run(`DROP TABLE ${STAGED} SYNC`);
  };
  await insertBlock(liveDays);
  for (const peer of peers) await copy(peer, liveDays);
  await awaitMerges(engine);
  await engine.run('SYSTEM STOP MERGES');
  for (const block of liveBlocks) await insertBlock(block);
  // A peer's session is derived from all of its events, so ours come first.
  for (const peer of peers) for (const block of liveBlocks) await copy(peer, block);
}
