import type { Config } from '../../app/config.js';
import { failureLine } from '../../app/failure-line.js';
import { describePlaces, findData, findFiles, readMarker } from '../../app/installation.js';
import { compareData, compareFiles, type Difference, describeDifferences } from '../../app/installation-marker.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Database } from '../../postgres/postgres.js';
import { type Check, ok, problem } from './check.js';

interface Opened {
  readonly postgres: Database | undefined;
  readonly clickhouse: ClickHouse | undefined;
}

/** The same comparison as at the next start. */
export async function lookAtInstallation(config: Config, { postgres, clickhouse }: Opened): Promise<Check> {
  try {
    const marker = await readMarker(config.dataDir);
    if (marker === undefined) return ok('installation', 'not recorded yet; the next start does');
    const differences: Difference[] = [...compareFiles(marker, await findFiles(config))];
    if (postgres !== undefined) {
      const found = await findData({ postgres: { db: postgres }, ...(clickhouse !== undefined && { clickhouse }) });
      differences.push(...compareData(marker, found));
    }
    return differences.length === 0
      ? ok('installation', 'complete')
      : problem('installation', describeDifferences(differences, describePlaces(config)));
  } catch (error) {
    return problem('installation', failureLine(error));
  }
}
