import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { App } from './app/app.js';
import type { Config } from './app/config.js';
import { listenError } from './app/listen-error.js';
import type { Service, ServiceOptions } from './app/service.js';
import { SessionizerThread } from './collect/sessions/sessionizer-thread.js';
import { httpServer } from './http/http-server.js';
import { connectionLimits } from './http/server/connection-limits.js';
import { startingApp } from './http/starting.js';
import { freeMemoryWhenIdle } from './lib/idle-memory.js';
import { addressSet } from './lib/ip-address.js';
import { openLog } from './lib/log.js';

/** Time for open connections to finish when the process stops. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface StartOptions extends Pick<ServiceOptions, 'onStep' | 'places'> {
  readonly log?: Logger;
}

export interface Running {
  readonly service: Service;
  /** Origin without a trailing slash. */
  readonly url: string;
  /** For BI tools; undefined when disabled. */
  readonly biUrl: string | undefined;
  /** Whether the dashboard's welcome page still has to create the first account. */
  readonly needsFirstAccount: boolean;
  stop(): Promise<void>;
}

/**
 * Loads most of the program while the process listens, in steps between which requests are answered. Loading it at once
 * would block the process for as long as the rest of the start.
 */
async function loadService() {
  await import('./collect/pipeline.js');
  await import('./postgres/schema.js');
  await import('./http/v1/routes.js');
  await import('./dashboard/dashboard.js');
  const { openEngines } = await import('./app/engines.js');
  const { openService } = await import('./app/service.js');
  return { openEngines, openService };
}

/**
 * Listens, then loads and opens the service; until that is done, every request but `/health/live` is answered with 503. The two
 * embedded engines are each loaded by one native call, during which nothing is answered.
 *
 * @throws FolderInUse, IncompleteInstallation, ListenError
 */
export async function start(
  config: Config,
  { log = openLog(config.logLevel), ...options }: StartOptions = {},
): Promise<Running> {
  let service: Service | undefined;
  const starting = startingApp(log, Date.now);
  const serverFor = (hostname: string, find: (opened: Service | undefined) => Pick<App, 'fetch'>): Server =>
    httpServer({
      fetch: (request, env) => find(service).fetch(request, env),
      hostname,
      log,
      now: Date.now,
      limits: connectionLimits(addressSet(config.trustedProxies)),
    });
  const server = serverFor(config.host, (opened) => opened?.app ?? starting);
  const biServer = config.bi && serverFor(config.bi.host, (opened) => opened?.bi ?? starting);
  const stopListening = async () => {
    await Promise.all([server, biServer].map((each) => each && stop(each)));
  };
  try {
    await listen(server, config, 'PORT', 'HOST');
    if (config.bi !== undefined && biServer !== undefined) await listen(biServer, config.bi, 'BI_PORT', 'BI_HOST');
  } catch (error) {
    await stopListening();
    throw error;
  }
  const sessionizer = new SessionizerThread();
  try {
    const { port } = server.address() as AddressInfo;
    const url = config.baseUrl ?? `http://localhost:${port}`;
    const { openEngines, openService } = await loadService();
    service = await openService({
      config,
      openEngines: (verify) => openEngines(config, verify, (message) => log.warn(message)),
      sessionizer,
      log,
      now: Date.now,
      ...options,
      baseUrl: url,
    });
    const { close, endStreams } = service;
    const stopFreeing = freeMemoryWhenIdle();
    const biUrl = config.bi && biServer && `http://${config.bi.host}:${(biServer.address() as AddressInfo).port}`;
    return {
      service,
      url,
      biUrl,
      needsFirstAccount: service.needsFirstAccount,
      stop: async () => {
        stopFreeing();
        endStreams();
        await stopListening();
        await close();
        await sessionizer.close();
      },
    };
  } catch (error) {
    await stopListening();
    await sessionizer.close();
    throw error;
  }
}

async function listen(
  server: Server,
  place: { readonly host: string; readonly port: number },
  portVariable: string,
  hostVariable: string,
): Promise<void> {
  await new Promise((resolve, reject) => {
    server
      .once('listening', resolve)
      .once('error', (error) => reject(listenError(error, place, portVariable, hostVariable)))
      .listen(place.port, place.host);
  });
}

/** Takes at most `CLOSE_TIMEOUT_MS`. */
async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(timer);
}
