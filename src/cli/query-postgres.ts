import type { Config } from '../app/config.js';
import { localQueries } from '../app/local-queries.js';
import { askHolder } from './ask-holder.js';
import { withPostgres } from './with-engines.js';

/** Queries `localQueries`; undefined for not found. Throws FolderInUse as {@link askHolder} does. */
export const queryPostgres = (config: Config, path: string): Promise<unknown> =>
  askHolder(
    config,
    { path },
    (read) => withPostgres(config, async ({ db }) => read(await localQueries(db).request(path))),
    async (response) => (response.status === 404 ? undefined : response.json()),
  );
