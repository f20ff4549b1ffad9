import { readReferences } from '../definitions/references.js';
import type { BehaviorContext } from '../stats/behavior/behavior-body.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import type { Website } from '../websites/website.js';
import type { StatsServices } from './services.js';

/** Reads what the body of a funnel, journey or retention table refers to. */
export async function readBehaviorContext(
  { clickhouse, websites: { db }, now }: Omit<StatsServices, 'findVisitorIdRotation'>,
  body: { readonly range?: string | undefined },
  website: Website,
): Promise<BehaviorContext> {
  return {
    websiteId: website.id,
    zone: website.timezone,
    now: now(),
    firstEvent: body.range === 'all' ? await firstEventAt(clickhouse, website.id) : undefined,
    references: await readReferences(db, website.id, body),
  };
}
