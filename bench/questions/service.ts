import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { readConfig } from '../../src/app/config.js';
import { openEngines } from '../../src/app/engines.js';
import { openService } from '../../src/app/service.js';
import { Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import { createSharedLink, listSharedLinks } from '../../src/websites/shared-links.js';
import { owner } from '../data-set/fill.js';
import { dataEnd, largeWebsite, smallWebsite } from '../data-set/plan.js';
import { type WatchedClickHouse, watchClickHouse } from '../engine/watched.js';
import { type CaseQuery, dayText } from './case.js';
import { goalMatches, isPosted, posted } from './posted.js';

/** The whole service over the data set, on a loopback port of this process: only one process can open the engine. */
export interface BenchService {
  readonly watched: WatchedClickHouse;
  /** Milliseconds until the response is read to the end. Throws when the request fails. */
  time(query: CaseQuery): Promise<number>;
  answer<Data>(query: CaseQuery): Promise<Data>;
  json<Data>(path: string, method: string, body?: unknown): Promise<Data>;
  /** Milliseconds. Throws unless every line was accepted. */
  importLines(websiteId: string, lines: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** With its clock at the end of the data. */
export async function openBenchService(folder: string): Promise<BenchService> {
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'error' });
  let watched: WatchedClickHouse | undefined;
  const service = await openService({
    sessionizer: new Sessionizer(),
    config,
    log: pino({ level: config.logLevel }),
    now: () => dataEnd,
    baseUrl: 'http://localhost',
    openEngines: async () => {
      const engines = await openEngines(config);
      watched = watchClickHouse(engines.clickhouse);
      return { ...engines, clickhouse: watched.client };
    },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: service.app.fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(listening));
  });
  const { port } = server.address() as AddressInfo;
  const { db } = service.engines.postgres;
  const links = new Map<string, string>();
  for (const { id } of [largeWebsite, smallWebsite]) {
    const [link = await createSharedLink(db, id, { name: 'Bench' }, dataEnd)] = await listSharedLinks(db, id);
    links.set(id, link.token);
  }
  const agent = new Agent({ keepAlive: true });

  const ask = (path: string, method = 'GET', body?: Buffer, type = 'application/json'): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': owner.apiKey, ...(body !== undefined && { 'Content-Type': type }) };
      const call = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
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

  const json = async <Data>(path: string, method: string, body?: unknown) =>
    parseData<Data>(
      await ask(`/api/v1${path}`, method, body === undefined ? undefined : Buffer.from(JSON.stringify(body))),
    );

  const goalIds = await defineGoals(json);

  const send = (query: CaseQuery): Promise<Buffer> => {
    const { endpoint, websiteId } = query;
    if (endpoint === 'page') return ask(pagePath(links.get(websiteId)!, query));
    if (!isPosted(endpoint)) return ask(statsPath(query));
    const { path, body } = posted[endpoint];
    const text = JSON.stringify({ ...daysIn(query), ...body((name) => goalIds.get(name)!) });
    return ask(`/api/v1/websites/${websiteId}/${path}`, 'POST', Buffer.from(text));
  };

  return {
    watched: watched!,
    time: async (query) => {
      const began = performance.now();
      await send(query);
      return performance.now() - began;
    },
    answer: async <Data>(query: CaseQuery) => parseData<Data>(await send(query)),
    json,
    importLines: async (websiteId, lines) => {
      const began = performance.now();
      const answer = await ask(`/api/v1/websites/${websiteId}/import`, 'POST', lines, 'application/x-ndjson');
      const time = performance.now() - began;
      const { rejected } = parseData<{ readonly rejected: number }>(answer);
      if (rejected > 0) throw new Error(`${rejected} lines were rejected: ${answer.subarray(0, 300)}`);
      return time;
    },
    close: async () => {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

/** Returns the ids of the large website's goals by their names. An earlier run may have defined them. */
async function defineGoals(json: BenchService['json']): Promise<ReadonlyMap<string, string>> {
  interface Goal {
    readonly id: string;
    readonly name: string;
  }
  const path = `/websites/${largeWebsite.id}/goals`;
  const defined = await json<readonly Goal[]>(path, 'GET');
  const goals = await Promise.all(
    Object.entries(goalMatches).map(
      ([name, match]) => defined.find((goal) => goal.name === name) ?? json<Goal>(path, 'POST', { name, match }),
    ),
  );
  return new Map(goals.map(({ id, name }) => [name, id]));
}

const parseData = <Data>(answer: Buffer): Data => (JSON.parse(answer.toString()) as { readonly data: Data }).data;

const daysIn = ({ start, end }: CaseQuery) => ({ from: dayText(start), to: dayText(end - 1) });

const pagePath = (token: string, query: CaseQuery): string => `/share/${token}?${new URLSearchParams(daysIn(query))}`;

/** As an API request. */
function statsPath(query: CaseQuery): string {
  const parameters = new URLSearchParams({
    ...daysIn(query),
    ...(query.endpoint === 'visitors-chart' && { granularity: 'day' }),
    ...(query.limit === undefined && { limit: 'all' }),
    ...query.filters,
  });
  return `/api/v1/websites/${query.websiteId}/stats/${query.endpoint}?${parameters}`;
}
