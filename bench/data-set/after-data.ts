import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Engines } from '../../src/engines.js';
import { statement } from '../engine/statement.js';

const row = z.object({ merges: z.coerce.number() });

/**
 * What must be done when events are there that no collector brought, or a website's time zone has changed, before
 * anything is measured. The views have kept the derived tables; the merges that they started come to an end here.
 */
export async function afterData({ clickhouse }: Engines): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await wait(500);
    const [found] = await clickhouse.query({
      name: 'bench/merges',
      sql: statement('SELECT count() AS merges FROM system.merges'),
      row,
    });
    quiet = found?.merges === 0 ? quiet + 1 : 0;
  }
}
