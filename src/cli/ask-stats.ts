import { localStats } from '../app/local-stats.js';
import { askHolder } from './ask-holder.js';
import { configuration } from './configuration.js';
import type { Fields } from './field-options.js';
import { refusal } from './query-problems.js';
import { withUnmigratedEngines } from './with-engines.js';

/**
 * Posts a body to `localStats`, in this process or in the running service.
 *
 * @param accept content type of a file in place of JSON
 * @throws AppError that names the options of every problem
 */
export function askStats<Result>(
  path: string,
  { fields, sources }: Fields,
  read: (response: Response) => Promise<Result>,
  accept?: string,
): Promise<Result> {
  const config = configuration();
  const request = {
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(accept !== undefined && { Accept: accept }) },
    body: JSON.stringify(fields),
  } as const;
  return askHolder(
    config,
    request,
    (readOwn) =>
      withUnmigratedEngines(config, async ({ clickhouse, postgres: { db } }) =>
        readOwn(await localStats({ clickhouse, db, now: Date.now, config }).request(path, request)),
      ),
    async (response) => {
      if (response.status !== 200) throw await refusal(response, sources);
      return read(response);
    },
  );
}
