import type { Engine } from '../engine/engine.js';
import { peers } from '../peers/peers.js';
import type { Goal } from './goal.js';

/** Bytes on disk per counted event, of all active parts of all tables. */
export type BytesPerEvent = Readonly<Record<string, number>>;

const OURS = 'Footfall';

/** Includes indexes, marks and projections. Parts are merged only as far as the engine has done so on its own. */
export async function bytesPerEvent(engine: Engine): Promise<BytesPerEvent> {
  const [counted] = await engine.rows<{ readonly events: string }>(
    "SELECT count() AS events FROM events WHERE type != 'leave'",
  );
  const rows = await engine.rows<{ readonly database: string; readonly bytes: string }>(
    'SELECT database, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active GROUP BY database',
  );
  const bytes = new Map(rows.map((row) => [row.database, Number(row.bytes)]));
  const perEvent = (database: string) => Math.round(((bytes.get(database) ?? 0) / Number(counted?.events)) * 10) / 10;
  return Object.fromEntries([
    [OURS, perEvent('default')],
    ...peers.map(({ name, database }) => [name, perEvent(database)]),
  ]);
}

/** Relative to the leanest peer. */
export function diskGoal(bytes: BytesPerEvent): Goal {
  const [leanest] = Object.entries(bytes)
    .filter(([name]) => name !== OURS)
    .sort(([, a], [, b]) => a - b);
  const [name, least] = leanest!;
  return {
    what: 'bytes on disk for an event, of the leanest peer',
    value: Math.round(((bytes[OURS] ?? 0) / least) * 100) / 100,
    atMost: 1.55,
    aim: 1.45,
    worst: name,
  };
}
