import type { Database } from '../postgres/postgres.js';
import type { SystemNote } from '../stats/changes/facts.js';
import { listDefinitions } from './definitions.js';
import { findKind } from './kinds.js';

/** The annotations of a website that the service has written. */
export async function listSystemNotes(db: Database, websiteId: string): Promise<readonly SystemNote[]> {
  const annotations = await listDefinitions(db, findKind('annotation'), websiteId);
  return annotations.flatMap(({ source, at, until, text }) =>
    source === 'system' ? [{ at: String(at), until: until == null ? null : String(until), text: String(text) }] : [],
  );
}
