import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addWebsite, importHistory, startCollector } from './collector.js';
import { sendEvents } from './collector-load.js';
import type { ServerProcess } from './process.js';
import type { Goal } from './questions/goal.js';

const STARTS = 5;

/** Delay from readiness until the memory is read: by then the service has detected that it is idle. */
const IDLE_MS = 30_000;

const COLLECTING_SECONDS = 30;

/** Lines of the import, each by a new visitor. */
const IMPORTED = 400_000;

const MEGABYTE = 1_000_000;
const KILOBYTE = 1_024;

/** Resident memory in megabytes. */
export interface Memory {
  readonly resident: number;
  /** The part that the system cannot drop; the rest are pages of programs and libraries. */
  readonly anonymous?: number;
}

export interface MemoryResults {
  /** The median of several starts on an empty folder. */
  readonly idle: Memory;
  /** The peak while the service collects as fast as it can. */
  readonly collecting: Memory;
  /** The peak during an import. */
  readonly importing: Memory;
  readonly goals: readonly Goal[];
}

/** Measures the memory of the service, idle and under load. Linux only. */
export async function benchMemory(): Promise<MemoryResults> {
  const starts: Required<Memory>[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await onEmptyFolder(readIdle));
  const median = (pick: (memory: Required<Memory>) => number) =>
    starts.map(pick).sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0;
  const idle = { resident: median(({ resident }) => resident), anonymous: median(({ anonymous }) => anonymous) };
  const loads = await onEmptyFolder(readUnderLoad);
  const goals = [
    { what: 'megabytes of memory, idle', value: idle.resident, atMost: 440, aim: 430 },
    { what: 'anonymous megabytes of memory, idle', value: idle.anonymous, atMost: 210, aim: 210 },
  ];
  return { idle, ...loads, goals };
}

async function onEmptyFolder<Result>(measure: (server: ServerProcess) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const server = await startCollector(folder);
  try {
    return await measure(server);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readIdle({ pid }: ServerProcess): Promise<Required<Memory>> {
  await wait(IDLE_MS);
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return { resident: megabytesIn(rollup, 'Rss'), anonymous: megabytesIn(rollup, 'Anonymous') };
}

async function readUnderLoad({ pid, url }: ServerProcess): Promise<Pick<MemoryResults, 'collecting' | 'importing'>> {
  const { id, apiKey } = await addWebsite(url);
  const readPeak = async (load: () => Promise<unknown>): Promise<Memory> => {
    // Resets the kernel's record of the peak.
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    await load();
    return { resident: megabytesIn(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmHWM') };
  };
  const load = { trackingKey: apiKey, host: 'example.com', seconds: COLLECTING_SECONDS, firstVisitor: IMPORTED };
  return {
    collecting: await readPeak(() => sendEvents(url, load)),
    importing: await readPeak(() => importHistory(url, id, IMPORTED)),
  };
}

function megabytesIn(text: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? [];
  if (kilobytes === undefined) throw new Error(`the system does not say ${name}`);
  return Math.round((Number(kilobytes) * KILOBYTE) / MEGABYTE);
}
