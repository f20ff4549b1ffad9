import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../app/config.js';
import { FolderInUse, findLockSocket } from '../app/data-folder.js';
import { localQueries } from '../app/local-queries.js';
import { withPostgres } from './with-engines.js';

/**
 * Queries `localQueries`; undefined for not found. A running service that holds the embedded database answers the
 * query.
 *
 * @throws FolderInUse when the process that holds the database does not answer: another command, or a service that
 *   starts or stops
 */
export async function queryPostgres(config: Config, path: string): Promise<unknown> {
  try {
    return await withPostgres(config, async ({ db }) => {
      const response = await localQueries(db).request(path);
      return parseAnswer(response.status, await response.text());
    });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const { status, body } = await askHolder(config.dataDir, path).catch(() => {
      throw error;
    });
    if (status !== 200 && status !== 404) throw error;
    return parseAnswer(status, body);
  }
}

const parseAnswer = (status: number, body: string): unknown => (status === 404 ? undefined : JSON.parse(body));

async function askHolder(dataDir: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const sent = request({ socketPath: await findLockSocket(dataDir), path });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}
