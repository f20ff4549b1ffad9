import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'victim.mjs');

const API_KEY = `ff_live_${'ab'.repeat(32)}`;

/** What lets a test add a website, and send as many visitors as it likes. */
export const ACCOUNT = {
  BOOTSTRAP_EMAIL: 'crash@example.com',
  BOOTSTRAP_API_KEY: API_KEY,
  TRUSTED_PROXIES: '127.0.0.1',
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
}

/** Starts the service and waits until it answers. It may die before, at the step that `KILL_AT` names. */
export async function startVictim(environment: Readonly<Record<string, string>>): Promise<Victim | undefined> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', UV_THREADPOOL_SIZE: '16', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string);
  const url = await Promise.race([firstLine(child), gone.then(() => undefined)]);
  if (url === undefined) return undefined;
  return {
    url,
    gone,
    kill: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) return String(chunk).trim();
  return new Promise(() => undefined);
}
