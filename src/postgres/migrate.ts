import { fileURLToPath } from 'node:url';
import type { Postgres } from './postgres.js';

/** `sql/` lies as deep under `src/` as under `dist/`. */
export const MIGRATIONS = fileURLToPath(new URL('../../sql', import.meta.url));

/** Brings the tables up to date. Safe when several processes start at once; does nothing when nothing is pending. */
export function migratePostgres(postgres: Postgres): Promise<void> {
  return postgres.migrate(MIGRATIONS);
}
