import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '../../src/app/config.js';
import { openEngines } from '../../src/app/engines.js';
import { failureLine } from '../../src/app/failure-line.js';
import { openService, type Service } from '../../src/app/service.js';
import { Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import { httpServer } from '../../src/http/http-server.js';
import { note } from '../recent.js';
import { closedInTheEnd } from '../service/kept-open.js';
import type { Environment } from './footfall.js';

/** The origin under which `fetch` asks the service. */
export const URL_HERE = 'https://footfall.example';

/** A service without a process of its own, which starts in a quarter of the time. */
export interface ServiceHere extends Pick<Service, 'close'> {
  /** Where it listens. */
  readonly url: string;
  /** What it has logged. */
  log(): string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Opens on the folder what `footfall serve` opens. A process can have one at a time. */
export async function openHere(environment: Environment): Promise<ServiceHere> {
  const config = readConfig({ ...environment });
  let logged = '';
  const log = pino(
    new Writable({
      write: (line, _, written) => {
        logged += String(line);
        note(String(line));
        written();
      },
    }),
  );
  const service = await openService({
    config,
    openEngines: (verify) => openEngines(config, verify, (message) => log.warn(message)),
    sessionizer: new Sessionizer(),
    log,
    now: Date.now,
    baseUrl: URL_HERE,
  });
  const server = httpServer({ fetch: service.app.fetch, hostname: '127.0.0.1', log, now: Date.now });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const incoming = { socket: { remoteAddress: '203.0.113.7', remotePort: 4711, remoteFamily: 'IPv4' } };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: () => logged,
    fetch: async (path, init) => service.app.request(path, init, { incoming }),
    close: closedInTheEnd(async () => {
      server.close();
      server.closeAllConnections();
      await service.close();
    }),
  };
}

/** The line with which `footfall serve` ends where it cannot open what it needs. */
export const refusalHere = (environment: Environment): Promise<string> =>
  openHere(environment).then(async (service) => {
    await service.close();
    throw new Error('nothing was refused');
  }, failureLine);
