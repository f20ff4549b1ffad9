import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { insertFirstVisits } from '../clickhouse/first-visits.js';
import { noteArrival } from '../clickhouse/note-arrival.js';
import { ofWebsite, sql } from '../clickhouse/sql.js';
import type { Database } from '../postgres/postgres.js';
import { finishImport, forgetImport, unfinishedImports, withoutImport } from './registry.js';
import { ofImport, stagedImports, unstage } from './staging.js';
import { hasTouchedSessions, madeAnew } from './touched-sessions.js';

/** Removes what a committed import has made anew. Can be repeated. */
export async function complete(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  if (await hasTouchedSessions(clickhouse, importId)) {
    await clickhouse.delete('events', madeAnew(importId, websiteId));
    await noteArrival(
      clickhouse,
      websiteId,
      sql`SELECT min(session_start) AS first FROM import_sessions WHERE ${ofImport(importId)} HAVING count() > 0`,
    );
  }
  await unstage(clickhouse, importId);
}

/** Takes an import back: nothing of it is left. Can be repeated. */
export async function takeBack(clickhouse: ClickHouse, importId: string, websiteId: string): Promise<void> {
  const website = ofWebsite(websiteId);
  const visitors = sql`${website} AND visitor_id IN (SELECT visitor_id FROM import_lines WHERE ${ofImport(importId)})`;
  await clickhouse.delete('events', sql`${website} AND ${ofImport(importId)}`);
  await clickhouse.delete('visitors', visitors);
  await insertFirstVisits(clickhouse, visitors);
  const first = sql`SELECT min(time) AS first FROM import_lines WHERE ${ofImport(importId)} HAVING count() > 0`;
  await noteArrival(clickhouse, websiteId, first);
  await unstage(clickhouse, importId);
}

/** Brings the imports of a process that died to their end: committed ones forward, others back. */
export async function recoverImports(clickhouse: ClickHouse, db: Database, instance: string): Promise<void> {
  for (const { id, websiteId, isCommitted } of await unfinishedImports(db, instance)) {
    await (isCommitted ? complete : takeBack)(clickhouse, id, websiteId);
    await (isCommitted ? finishImport : forgetImport)(db, id);
  }
  // A deleted website has taken its imports along, and what it had of events is erased by itself.
  for (const id of await withoutImport(db, await stagedImports(clickhouse))) await unstage(clickhouse, id);
}
