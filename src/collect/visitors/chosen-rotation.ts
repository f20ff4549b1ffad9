import type { Database } from '../../postgres/postgres.js';
import { installationSettings } from '../../postgres/schema.js';
import { ROTATIONS, type VisitorIdRotation } from './rotation.js';

/** Stored with the first account, before any event, and never changed. */
export async function chooseRotation(db: Database, visitorIdRotation: VisitorIdRotation): Promise<void> {
  await db.insert(installationSettings).values({ visitorIdRotation });
}

/** `VISITOR_ID_ROTATION`, else the owner's choice, else the default. */
export async function findRotation(
  db: Database,
  configured: VisitorIdRotation | undefined,
): Promise<VisitorIdRotation> {
  if (configured !== undefined) return configured;
  const [settings] = await db.select().from(installationSettings);
  return settings?.visitorIdRotation ?? ROTATIONS[0];
}
