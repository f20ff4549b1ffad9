import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import { readConfig } from '../src/app/config.js';
import { openPostgresAlone } from '../src/app/engines.js';
import { createSharedLink } from '../src/websites/shared-links.js';
import { type Load, medianLoad, type Round, sendEvents } from './collector-load.js';
import { owner } from './data-set/fill.js';
import { DAY_MS, dataEnd, dataStart, largeWebsite } from './data-set/plan.js';
import { startServer } from './process.js';
import { dayText } from './questions/case.js';
import type { Goal } from './questions/goal.js';
import { startWorkers, type Workers } from './workers.js';

const ROUNDS = 3;

const SECONDS = 8;

/** Between two rounds, so that the statements stay below an account's budget per minute. */
const PAUSE_MS = 30_000;

/** A tenth of what the service can take: a load that must not be affected by the statements. */
const EVENTS_PER_SECOND = 500;

/** BI clients that send one statement after another. The service runs two at a time; the others wait. */
const CLIENTS = 4;

/** Browser windows with a website's dashboard, each reloaded every second: its page, and the requests after it. */
const DASHBOARDS = 10;
const RELOAD_MS = 1_000;

const MEGABYTE = 1_000_000;

/** Statements of docs/bi.md that read all events of a year: they group by visitor, session and page. */
const STATEMENTS = [
  `SELECT path, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews FROM bi.events
   WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date} GROUP BY path ORDER BY visitors DESC`,
  `SELECT countIf(step >= 1) AS viewed, countIf(step >= 2) AS converted FROM (
     SELECT windowFunnel(86400000)(toUInt64(toUnixTimestamp64Milli(time)), type = 'pageview', type = 'exit') AS step FROM bi.events
     WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date} GROUP BY visitor_id)`,
  `SELECT weeks[1] AS cohort, toUInt32(arrayJoin(weeks) - cohort) / 7 AS weeks_later, count() AS visitors FROM (
     SELECT arraySort(groupUniqArray(toMonday(local_time))) AS weeks FROM bi.events
     WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date} GROUP BY visitor_id)
   GROUP BY cohort, weeks_later ORDER BY cohort, weeks_later`,
] as const;

export interface BiResults {
  readonly alone: Load;
  readonly besideBi: Load;
  readonly besideDashboards: Load;
  /** Answered in all rounds. */
  readonly statements: number;
  readonly goals: readonly Goal[];
}

/**
 * Measures how statements of BI tools and reloaded dashboards affect the collector: the same steady load alone, beside
 * BI clients, and beside dashboards, in turns; and the process's peak memory.
 *
 * @param folder a data set, which gets the events
 */
export async function measureBi(folder: string): Promise<BiResults> {
  const biPort = await freePort();
  const token = await shareWebsite(folder);
  const server = await startServer(['bin/footfall.cjs', 'serve'], {
    DATA_DIR: folder,
    PORT: '0',
    BI_PORT: String(biPort),
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    EVENT_RATE_LIMIT_PER_MINUTE: '0',
  });
  const memory = watchMemory(server.url);
  try {
    const steady = {
      trackingKey: await readTrackingKey(server.url),
      host: largeWebsite.domain,
      perSecond: EVENTS_PER_SECOND,
    };
    let firstVisitor = 0;
    const load = (seconds: number): Promise<Round> => {
      firstVisitor += seconds * EVENTS_PER_SECOND;
      return sendEvents(server.url, { ...steady, seconds, firstVisitor });
    };
    await load(SECONDS);
    const [alone, besideBi, besideDashboards]: [Round[], Round[], Round[]] = [[], [], []];
    let statements = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await wait(PAUSE_MS);
      alone.push(await load(SECONDS));
      const clients = startClients(biPort);
      besideBi.push(await load(SECONDS));
      for (const answered of await clients.stop()) statements += answered;
      const dashboards = openDashboards(`${server.url}/share/${token}`);
      besideDashboards.push(await load(SECONDS));
      await dashboards.stop();
    }
    const loads = {
      alone: medianLoad(alone),
      besideBi: medianLoad(besideBi),
      besideDashboards: medianLoad(besideDashboards),
    };
    const [megabytes = 0] = await memory.stop();
    return { ...loads, statements, goals: biGoals(loads, megabytes) };
  } finally {
    await memory.stop();
    await server.stop();
  }
}

/** Each client sends all statements in turn. Returns the number of answered ones, and throws when one was refused. */
const startClients = (port: number): Workers<number> =>
  startWorkers(CLIENTS, async (signal, index) => {
    const client = createClient({
      url: `http://127.0.0.1:${port}`,
      username: 'bi',
      password: owner.apiKey,
      database: 'bi',
    });
    let answered = 0;
    try {
      while (!signal.aborted) {
        const result = await client.query({
          query: STATEMENTS[(index + answered) % STATEMENTS.length] ?? STATEMENTS[0],
          query_params: { website: largeWebsite.id, from: dayText(dataStart), to: dayText(dataEnd - DAY_MS) },
          format: 'JSONEachRow',
        });
        await result.text();
        answered += 1;
      }
    } finally {
      await client.close();
    }
    return answered;
  });

/** Each is reloaded every second. Throws when a request was refused. */
const openDashboards = (page: string): Workers<void> =>
  startWorkers(DASHBOARDS, async (signal, index) => {
    // Each has its own address, so that they share no rate limit.
    const headers = { 'X-Forwarded-For': `203.0.113.${index + 1}` };
    await wait((index * RELOAD_MS) / DASHBOARDS);
    while (!signal.aborted) {
      const began = performance.now();
      for (const address of [page, `${page}/now`]) {
        const response = await fetch(address, { headers });
        await response.text();
        if (!response.ok) throw new Error(`${address}: ${response.status}`);
      }
      await wait(Math.max(0, began + RELOAD_MS - performance.now()));
    }
  });

/** For the large website. */
async function shareWebsite(folder: string): Promise<string> {
  const postgres = await openPostgresAlone(readConfig({ DATA_DIR: folder }));
  try {
    return (await createSharedLink(postgres.db, largeWebsite.id, { name: 'Bench' }, dataEnd)).token;
  } finally {
    await postgres.close();
  }
}

/** Returns the peak in megabytes. */
const watchMemory = (url: string): Workers<number> =>
  startWorkers(1, async (signal) => {
    let most = 0;
    while (!signal.aborted) {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(metrics) ?? [];
      if (bytes === undefined) throw new Error('/metrics does not say how much memory the service has');
      most = Math.max(most, Number(bytes));
      await wait(250);
    }
    return Math.round(most / MEGABYTE);
  });

type Loads = Pick<BiResults, 'alone' | 'besideBi' | 'besideDashboards'>;

const biGoals = ({ alone, besideBi, besideDashboards }: Loads, megabytes: number): readonly Goal[] => [
  { what: 'p99 of collecting beside BI, of that alone', value: ratio(besideBi, alone), atMost: 10, aim: 3 },
  {
    what: `p99 of collecting beside ${DASHBOARDS} dashboards reloaded every second, of that alone`,
    value: ratio(besideDashboards, alone),
    atMost: 3,
    aim: 2,
  },
  { what: 'megabytes of memory beside BI', value: megabytes, atMost: 1_500, aim: 1_000 },
];

/** Of the 99th percentiles of two loads. */
const ratio = (load: Load, alone: Load): number => Math.round((100 * load.p99) / Math.max(1, alone.p99)) / 100;

async function readTrackingKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/websites/${largeWebsite.id}`, { headers: { 'X-API-Key': owner.apiKey } });
  const { data } = (await response.json()) as { readonly data: { readonly apiKey: string } };
  return data.apiKey;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
