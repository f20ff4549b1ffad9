import { embeddedPostgres } from '../../src/postgres/embedded.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { emptyDatabase } from './template.js';

/** A migrated, empty database of the test's own, embedded and in memory. Close it in the end. */
export async function testPostgres(): Promise<Postgres> {
  return embeddedPostgres(await emptyDatabase());
}
