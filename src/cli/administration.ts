import type { ArgsDef, CommandDef } from 'citty';
import { command, type Given } from './command.js';

/** What an administrative command has to say, for programs and for people. */
export interface Answer {
  readonly data: unknown;
  /** One line each. */
  readonly lines: readonly string[];
  /** Whether the process must end as failed, though there is something to say. */
  readonly failed?: boolean;
}

export interface Administration<Args extends ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  readonly run: (given: Given<Args>) => Promise<Answer>;
}

const json = { type: 'boolean', description: 'Print the result as JSON' } as const;

/** A command that does one thing, says what came of it on standard output, for programs with `--json`, and ends. */
export function administration<const Args extends ArgsDef>(definition: Administration<Args>): CommandDef {
  const args: ArgsDef = { ...definition.args, json };
  return command({
    ...definition,
    args,
    run: async (given) => {
      const { data, lines, failed = false } = await definition.run(given as Given<Args>);
      process.stdout.write(given.json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(''));
      // A database that does not answer would keep the process waiting for it.
      process.exit(failed ? 1 : 0);
    },
  });
}
