import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Config } from './config.js';
import { openEngines } from './engines.js';
import { openLog } from './log.js';
import { openService, type Service } from './service.js';

/** How long connections may take to finish when the process stops. */
const PATIENCE_MS = 5_000;

/** The running process. */
export interface Running {
  readonly service: Service;
  /** The origin at which it is reached, without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Listens, then opens the service; until that is done, every request is answered with 503.
 *
 * @throws FolderInUse, or the system's error when the port is taken.
 */
export async function start(config: Config): Promise<Running> {
  let service: Service | undefined;
  const starting = () => new Response('Footfall is starting\n', { status: 503, headers: { 'Retry-After': '1' } });
  const server = serve({
    fetch: (request, env) => service?.app.fetch(request, env) ?? starting(),
    hostname: config.host,
    port: config.port,
  });
  const stopListening = async () => {
    const patience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), PATIENCE_MS);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearTimeout(patience);
  };
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  try {
    const { port } = server.address() as AddressInfo;
    const url = config.baseUrl ?? `http://localhost:${port}`;
    service = await openService({
      config,
      openEngines: () => openEngines(config),
      log: openLog(config.logLevel),
      now: Date.now,
      baseUrl: url,
    });
    const { close } = service;
    return {
      service,
      url,
      stop: async () => {
        await stopListening();
        await close();
      },
    };
  } catch (error) {
    await stopListening();
    throw error;
  }
}
