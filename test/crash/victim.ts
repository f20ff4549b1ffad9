import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(import.meta.dirname, 'victim.mjs');

/** As the program itself starts Node: without, it would compile PostgreSQL twice. */
const NODE = ['--max-semi-space-size=32', '--require', join(import.meta.dirname, '../../bin/process.cjs')];

const API_KEY = `ff_live_${'ab'.repeat(32)}`;

/** What lets a test add a website, and send as many visitors as it likes. */
export const ACCOUNT = {
  BOOTSTRAP_EMAIL: 'crash@example.com',
  BOOTSTRAP_API_KEY: API_KEY,
  TRUSTED_PROXIES: '127.0.0.1',
  EVENT_RATE_LIMIT_PER_MINUTE: '0',
} as const;

/** Adds a website; gives its tracking key. */
export async function addWebsite(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/websites`, {
    method: 'POST',
    headers: { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Crash', domain: 'example.com', timezone: 'UTC' }),
  });
  const { data } = (await response.json()) as { data: { apiKey: string } };
  return data.apiKey;
}

/** A running service that is going to be killed. */
export interface Victim {
  readonly url: string;
  /** Resolves when the process is gone, with its exit code or the signal that ended it. */
  readonly gone: Promise<number | string>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>;
  /** Lets it stand still, or go on. */
  pause(paused: boolean): void;
  /** What it says that ClickHouse has, once everything is there that came in before. */
  stored(): Promise<unknown>;
}

/** Starts the service and waits until it answers. It may die before, at the step that `KILL_AT` names. */
export async function startVictim(environment: Readonly<Record<string, string>>): Promise<Victim | undefined> {
  const child = spawn(process.execPath, [...NODE, SCRIPT], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = () =>
    Promise.race([lines.next().then(({ value }) => value as string | undefined), gone.then(() => undefined)]);
  const url = await nextLine();
  if (url === undefined) return undefined;
  return {
    url,
    gone,
    kill: (signal) => {
      child.kill(signal);
      return gone;
    },
    pause: (paused) => child.kill(paused ? 'SIGSTOP' : 'SIGCONT'),
    stored: async () => {
      child.kill('SIGUSR2');
      return JSON.parse((await nextLine()) ?? 'null');
    },
  };
}
