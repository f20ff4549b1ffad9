import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs in a separate process, as in production. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a program and waits for the address that it prints. */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /https?:\/\/\S+/.exec(String(line))?.[0];
  if (url === undefined || child.pid === undefined) throw new Error(`${program} printed no address`);
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
