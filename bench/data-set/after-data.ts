import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { trusted } from '../../src/clickhouse/sql.js';
import type { Engines } from '../../src/engines.js';

const row = z.object({ merges: z.coerce.number() });

/** Merges under way, and partitions of the tables whose parts become one when nothing has come to them for a minute. */
const UNDER_WAY = `SELECT (SELECT count() FROM system.merges) + (
  SELECT count() FROM (
    SELECT partition FROM system.parts WHERE active
      AND table IN ('daily_sessions', 'exit_clicks', 'daily_visitors', 'daily_totals', 'daily_values', 'hourly_visitors')
    GROUP BY table, partition
    HAVING count() > 1
  )
) AS merges`;

/**
 * What must be done when events are there that no collector brought, or a website's time zone has changed, before
 * anything is measured. The views have kept the derived tables; the merges that they started come to an end here.
 */
export async function afterData({ clickhouse }: Engines): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await wait(500);
    const [found] = await clickhouse.query({ name: 'bench/merges', sql: trusted(UNDER_WAY), row });
    quiet = found?.merges === 0 ? quiet + 1 : 0;
  }
}
