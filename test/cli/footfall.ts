import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { note } from '../recent.js';

/** The built program. */
export const PROGRAM = join(import.meta.dirname, '../../bin/footfall.cjs');
const READY = /^Footfall is ready at (http:\/\/\S+)$/m;

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The whole environment of a command. */
export const environmentOf = (environment: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PORT: '0',
  ...environment,
});

/** Runs the built program to its end. */
export function footfall(args: readonly string[], environment: Environment): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: environmentOf(environment) }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

/** What a command with `--json` has said. Throws when it failed. */
export function parseAnswer<Answer>(args: readonly string[], { code, stdout, stderr }: Ended): Answer {
  if (code !== 0) throw new Error(`footfall ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

/** A service that runs in a process of its own. */
export interface RunningFootfall {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it has said so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal and gives the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const children = new Set<ChildProcess>();

/** Ends what a test that failed has left running. */
export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Starts the program, or a test's own in its place, and waits until it says that it is ready. */
export async function start(
  command: 'serve' | 'demo',
  environment: Environment,
  program = PROGRAM,
  args: readonly string[] = [],
): Promise<RunningFootfall> {
  const child = spawn(process.execPath, [program, command, ...args], { env: environmentOf(environment) });
  children.add(child);
  child.once('close', () => children.delete(child));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    note(chunk.toString());
  });
  const gone = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const ready = READY.exec(stdout);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
    gone.then(() => reject(new Error(stderr)), reject);
  });
  return {
    url,
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    end: async (signal) => {
      child.kill(signal);
      const [code, killedBy] = await gone;
      return code ?? killedBy ?? -1;
    },
  };
}
