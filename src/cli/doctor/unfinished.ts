import { millisecondsInHour } from 'date-fns/constants';
import { countUnfinished, listUnfinishedInstances } from '../../history/import-repository.js';
import type { Database } from '../../postgres/postgres.js';
import { countPendingPurges } from '../../websites/delete-website.js';
import { type Check, ok, warning } from './check.js';

/** A running service completes this work on its own. */
export async function lookAtUnfinished(db: Database, now: number): Promise<readonly Check[]> {
  const imports = await countUnfinished(db);
  const instances = await listUnfinishedInstances(db);
  const websites = await countPendingPurges(db, new Date(now - millisecondsInHour));
  return [
    imports === 0
      ? ok('imports', 'none unfinished')
      : warning(
          'imports',
          `${imports} unfinished: still running, or finished by the next start of the process with the DATA_DIR/instance ${instances.join(', ')}`,
        ),
    websites === 0
      ? ok('deleted websites', 'no rows left')
      : warning(
          'deleted websites',
          `${websites} still have rows an hour after deletion; the running service removes them`,
        ),
  ];
}
