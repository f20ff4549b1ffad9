import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import type { TestService } from './test-service.js';

/** Returns what `events` says of a website: all but by which import and which count. */
export async function readEvents({ clickhouse }: TestService, id: string) {
  const [found] = await clickhouse.query({
    name: 'test',
    sql: sql`SELECT count() AS rows, toString(sum(cityHash64(toString(tuple(*))))) AS hash
FROM (SELECT * EXCEPT (import_id, counted_in) FROM events WHERE website_id = ${uuid(id)})`,
    row: z.object({ rows: z.coerce.number(), hash: z.string() }),
  });
  return found;
}
