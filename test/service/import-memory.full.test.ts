import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../bin/footfall.cjs');
const API_KEY = `ff_live_${'ab'.repeat(32)}`;
/** `npm run test:long -- --lines 1000000` sets more. */
const LINES = Number(process.env.IMPORT_LINES ?? 400_000);
const VISITORS = LINES / 10;
/** Coprime to the number of lines: stepping by it comes to each of them once, far from its neighbours. */
const STRIDE = 617_923;
const START = Date.UTC(2026, 0, 1);
/** In kB, as the system counts them. */
const GIBIBYTE = 1024 * 1024;

/** Fewer lines take less, and may. Node 24 keeps more of what it has freed: 1.13 GiB of a million lines were seen. */
const MOST = (Number(process.versions.node.split('.')[0]) < 24 ? 1 : 1.4) * GIBIBYTE;

let folder: string;
let service: ChildProcess;
let url: string;

/** Starts the built service in a process of its own. */
async function start(): Promise<void> {
  const bootstrap = { BOOTSTRAP_EMAIL: 'owner@example.com', BOOTSTRAP_API_KEY: API_KEY };
  service = spawn(PROGRAM, ['serve'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...bootstrap },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: service.stdout! })) {
    url = /http:\/\/\S+/.exec(line)?.[0] ?? '';
    if (url !== '') return;
  }
  throw new Error('the service did not start');
}

async function stop(): Promise<void> {
  service.kill('SIGTERM');
  await once(service, 'exit');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-memory-'));
  // Making a new PostgreSQL takes a lot of memory once, which is not the import's.
  await start();
  await stop();
  await start();
});

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Ten pageviews of each visitor: five within four minutes, and five a day later. */
function lineOf(place: number): string {
  const visitor = place % VISITORS;
  const view = Math.floor(place / VISITORS);
  const time = START + visitor * 26_000 + (view % 5) * 60_000 + (view < 5 ? 0 : 86_400_000);
  const event = { timestamp: new Date(time).toISOString(), url: `https://example.com/${place % 97}?q=${view}` };
  return `${JSON.stringify({ ...event, visitor: `visitor-${visitor}`, country: 'DE', browser: 'Firefox' })}\n`;
}

function shuffledLines(): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      const lines = Array.from({ length: 1000 }, (_, index) => lineOf(((sent + index) * STRIDE) % LINES));
      controller.enqueue(Buffer.from(lines.join('')));
      sent += lines.length;
      if (sent === LINES) controller.close();
    },
  });
}

async function call(path: string, init: RequestInit = {}, type = 'application/json') {
  const headers = { 'X-API-Key': API_KEY, 'Content-Type': type };
  const response = await fetch(`${url}/api/v1${path}`, { ...init, headers });
  return (await response.json()) as { readonly data: { readonly id: string } & Record<string, unknown> };
}

/** Websites whose visitors are not counted by the day yet. */
async function uncounted(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^footfall_websites_uncounted (\d+)$/m.exec(metrics)?.[1]);
}

/** The most memory that the process has ever had, in kB. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
}

test.runIf(process.platform === 'linux')(
  `an import of ${LINES} shuffled lines stays under ${(MOST / GIBIBYTE).toFixed(2)} GiB of memory`,
  async () => {
    const website = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };
    const { id } = (await call('/websites', { method: 'POST', body: JSON.stringify(website) })).data;
    const body = { method: 'POST', body: shuffledLines(), duplex: 'half' } as const;
    const { data } = await call(`/websites/${id}/import`, body, 'application/x-ndjson');
    expect(data).toEqual({ imported: LINES, rejected: 0, errors: [] });
    // Soon after, its visitors are counted by the day, which takes memory too.
    await expect.poll(uncounted, { timeout: 200_000 }).toBe(0);
    const peak = await peakMemory();
    process.stdout.write(`${LINES} lines: at most ${Math.round(peak / 1024)} MB\n`);
    expect(peak).toBeLessThan(MOST);

    const main = (await call(`/websites/${id}/stats/main?from=2026-01-01&to=2026-02-28`)).data;
    const figures = {
      totalPageviews: LINES,
      totalVisitors: VISITORS,
      bounceRate: 0,
      averageSessionDurationSeconds: 240,
    };
    expect(main).toMatchObject(figures);
  },
);
