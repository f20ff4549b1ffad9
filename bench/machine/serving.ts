import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { sendEvents } from '../collector-load.js';
import { owner } from '../data-set/fill.js';
import { largeWebsite } from '../data-set/plan.js';
import { type ServerProcess, startServer } from '../process.js';
import { askedAt, type Case } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { pathOf } from '../questions/service.js';

const EVENTS_A_SECOND = 1_000;
const QUESTIONS_A_SECOND = 20;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const AT_ONCE = 4;

/** Has no divisor in common with the number of cases, so that all of them come. */
const STRIDE = 101;
const TURNS = 10;

/** The service as it runs: in its own process over the data set, which holds the engine alone. */
export async function servingGoals(folder: string, cases: readonly Case[]): Promise<readonly Goal[]> {
  const server = await startServer(['bin/footfall.cjs', 'serve'], {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  try {
    const resident = await memoryServing(server, cases);
    const mixed = await mixedLoad(server, cases);
    return [
      { what: 'resident memory serving every question, MB', value: Math.round(resident / 1e6), atMost: 1500 },
      ...mixed,
    ];
  } finally {
    await server.stop();
  }
}

/** The most that the process had while several questions were under way at all times. */
async function memoryServing(server: ServerProcess, cases: readonly Case[]): Promise<number> {
  const paths = cases.flatMap((each) => [0, 1].map((turn) => pathOf(askedAt(each, largeWebsite.id, turn))));
  let most = 0;
  const queue = [...paths];
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      most = Math.max(most, await server.memory());
      await wait(50);
    }
  })();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) await ask(server, 'GET', path);
    }),
  );
  isDone = true;
  await watching;
  return most;
}

/** Events alone, then the same with questions in between; to a website of its own, which is deleted afterwards. */
async function mixedLoad(server: ServerProcess, cases: readonly Case[]): Promise<readonly Goal[]> {
  const settings = { name: 'Load', domain: 'example.com', timezone: 'UTC' };
  const website = (await ask(server, 'POST', '/websites', settings)) as {
    readonly id: string;
    readonly apiKey: string;
  };
  await sendEvents(server.url, website.apiKey, WARM_UP_SECONDS, EVENTS_A_SECOND);
  const alone = await sendEvents(server.url, website.apiKey, SECONDS, EVENTS_A_SECOND);
  const [together, questions] = await Promise.all([
    sendEvents(server.url, website.apiKey, SECONDS, EVENTS_A_SECOND),
    askQuestions(server.url, cases),
  ]);
  await ask(server, 'DELETE', `/websites/${website.id}`);
  const errors = questions.non2xx + questions.errors;
  return [
    { what: 'errors under mixed load', value: errors, atMost: 0 },
    {
      what: 'p99 of collecting under mixed load, of its p99 alone',
      value: round2(together.p99 / alone.p99),
      atMost: 5,
    },
    {
      what: `questions answered a second under mixed load, missing of ${QUESTIONS_A_SECOND}`,
      value: round2(Math.max(0, QUESTIONS_A_SECOND - questions['2xx'] / SECONDS)),
      atMost: 1,
    },
  ];
}

/** Each connection takes the next question: of all kinds in turn, long ranges and short ones. */
function askQuestions(url: string, cases: readonly Case[]) {
  let asked = 0;
  const nextPath = () => {
    asked += 1;
    const each = cases[(asked * STRIDE) % cases.length]!;
    return `/api/v1${pathOf(askedAt(each, largeWebsite.id, asked % TURNS))}`;
  };
  return autocannon({
    url,
    connections: QUESTIONS_A_SECOND,
    duration: SECONDS,
    overallRate: QUESTIONS_A_SECOND,
    headers: { 'X-API-Key': owner.apiKey },
    requests: [{ method: 'GET', setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  });
}

async function ask(server: ServerProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': owner.apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly data: unknown }).data;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
