import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { instant, sql } from '../../src/clickhouse/sql.js';
import { readConfig } from '../../src/config.js';
import { type Engines, openEngines } from '../../src/engines.js';
import { SETTLED_EARLY_AFTER_MS } from '../../src/rollups/bring-up.js';
import { openService } from '../../src/service.js';
import { BlockMaker } from '../../src/sessions/block-maker.js';
import { afterData } from '../data-set/after-data.js';
import { owner } from '../data-set/fill.js';
import { dataEnd, dataZone, largeWebsite } from '../data-set/plan.js';
import { type Watched, watched } from '../engine/watched.js';
import type { Asked } from './case.js';

/** The whole service over the data set, on a loopback port of this process: only one process can hold the engine. */
export interface BenchService {
  readonly engines: Engines;
  readonly watched: Watched;
  /** Milliseconds of a request, its answer read to the end; throws when it is no success. */
  get(path: string): Promise<number>;
  json<Data>(path: string, method?: string, body?: unknown): Promise<Data>;
  /** Milliseconds of an import of JSON lines; throws unless every line was taken. */
  importLines(websiteId: string, lines: Buffer): Promise<number>;
  /** Moves the large website to a time zone, and has its rollups made and all that follows done. */
  moveTo(timezone: string): Promise<void>;
  /** Makes the rollups of every large website, as the service does by itself in time. */
  rollUp(): Promise<void>;
  close(): Promise<void>;
}

/** Its clock begins where the data ends; the large website is in the zone of the data, whichever a kept set was left in. */
export async function openBenchService(folder: string): Promise<BenchService> {
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'error' });
  let [engines, door]: [Engines | undefined, Watched | undefined] = [undefined, undefined];
  // As of any clock, each look is later than the last: equal questions about now would be asked once.
  let looks = 0;
  const service = await openService({
    blockMaker: new BlockMaker(),
    config,
    log: pino({ level: config.logLevel }),
    now: () => dataEnd + looks++,
    baseUrl: 'http://localhost',
    rollups: { graceMs: 0 },
    openEngines: async () => {
      engines = await openEngines(config);
      // A process with a later clock, as that of `machine`, may have made days that are not settled here.
      const settled = instant(dataEnd - SETTLED_EARLY_AFTER_MS);
      await engines.clickhouse.delete('built', sql`until > ${settled}`);
      door = watched(engines.clickhouse);
      return { ...engines, clickhouse: door.door };
    },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: service.app.fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(listening));
  });
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });

  const ask = (path: string, method = 'GET', body?: Buffer, type = 'application/json'): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': owner.apiKey, ...(body !== undefined && { 'Content-Type': type }) };
      const call = request({ agent, host: '127.0.0.1', port, path: `/api/v1${path}`, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks);
          if ((response.statusCode ?? 500) < 300) resolve(answer);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        });
      });
      call.on('error', reject);
      call.end(body);
    });

  const bench: BenchService = {
    engines: engines!,
    watched: door!,
    get: async (path) => {
      const began = performance.now();
      await ask(path);
      return performance.now() - began;
    },
    json: async <Data>(path: string, method?: string, body?: unknown) =>
      dataOf<Data>(await ask(path, method, body === undefined ? undefined : Buffer.from(JSON.stringify(body)))),
    importLines: async (websiteId, lines) => {
      const began = performance.now();
      const answer = await ask(`/websites/${websiteId}/import`, 'POST', lines, 'application/x-ndjson');
      const time = performance.now() - began;
      const { rejected } = dataOf<{ readonly rejected: number }>(answer);
      if (rejected > 0) throw new Error(`${rejected} lines were rejected: ${answer.subarray(0, 300)}`);
      return time;
    },
    moveTo: async (timezone) => {
      await bench.json(`/websites/${largeWebsite.id}`, 'PATCH', { timezone });
      await bench.rollUp();
      await afterData(service.engines);
    },
    rollUp: () => service.rollups.bringUpAll(),
    close: async () => {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
  await bench.moveTo(dataZone);
  return bench;
}

const dataOf = <Data>(answer: Buffer): Data => (JSON.parse(answer.toString()) as { readonly data: Data }).data;

const CHARTS = { 'chart-day': 'day', 'chart-hour': 'hour' } as const;

/** The path and parameters under which a question is asked. */
export function pathOf({ endpoint, websiteId, start, end, filters, limit }: Asked): string {
  const granularity = CHARTS[endpoint as keyof typeof CHARTS];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const parameters = new URLSearchParams({
    from: day(start),
    to: day(end - 1),
    ...(granularity !== undefined && { granularity }),
    ...(limit === undefined && { limit: 'all' }),
    ...filters,
  });
  return `/websites/${websiteId}/stats/${granularity === undefined ? endpoint : 'visitors-chart'}?${parameters}`;
}
