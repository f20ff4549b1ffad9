import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { Config } from '../app/config.js';
import { FolderInUse, findLockSocket } from '../app/data-folder.js';

/** As `Hono.request` takes it, too. */
export interface LocalRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/**
 * Answers in this process; while a running service holds the embedded databases, that service answers.
 *
 * @param own throws FolderInUse when another process holds the data folder
 * @param read reads the answer, while the databases are open
 * @throws FolderInUse when the process that holds them does not answer: another command, or a service that starts or
 *   stops
 */
export async function askHolder<Result>(
  { dataDir }: Pick<Config, 'dataDir'>,
  request: LocalRequest,
  own: (read: (response: Response) => Promise<Result>) => Promise<Result>,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  try {
    return await own(read);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const response = await send(dataDir, request).catch(() => {
      throw error;
    });
    const isAnswer = response.status < 500 || response.headers.has('Content-Type');
    if (!isAnswer) throw error;
    return read(response);
  }
}

async function send(dataDir: string, { path, method = 'GET', headers = {}, body }: LocalRequest): Promise<Response> {
  const sent = request({ socketPath: await findLockSocket(dataDir), path, method, headers });
  sent.end(body);
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
  return new Response(Readable.toWeb(incoming) as ReadableStream, {
    status: incoming.statusCode ?? 500,
    headers: {
      ...(incoming.headers['content-type'] !== undefined && { 'Content-Type': incoming.headers['content-type'] }),
    },
  });
}
