import type { ArgsDef, CommandDef } from 'citty';
import { type ArgValues, command } from './command.js';

/** Output of an administrative command: data for programs, lines for people. */
export interface Answer {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** Whether the process exits with a failure despite its output. */
  readonly failed?: boolean;
}

export interface Administration<Args extends ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  readonly run: (args: ArgValues<Args>) => Promise<Answer>;
}

const json = { type: 'boolean', description: 'Print the result as JSON' } as const;

/** Runs one task, prints its result on standard output, as JSON with `--json`, and exits. */
export function administration<const Args extends ArgsDef>(definition: Administration<Args>): CommandDef {
  const args: ArgsDef = { ...definition.args, json };
  return command({
    ...definition,
    args,
    run: async (values) => {
      const { data, lines, failed = false } = await definition.run(values as ArgValues<Args>);
      process.stdout.write(values.json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(''));
      // Exits at once, because a database that does not answer would keep the process alive.
      process.exit(failed ? 1 : 0);
    },
  });
}
