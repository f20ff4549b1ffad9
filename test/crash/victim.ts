import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'victim.mjs');

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
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'error', UV_THREADPOOL_SIZE: '16', ...environment },
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
