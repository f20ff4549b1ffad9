import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { failureLine } from '../app/failure-line.js';
import { AppError } from '../lib/errors.js';

/** An option that is neither required nor given is undefined. */
export type ArgValues<Args extends ArgsDef> = {
  readonly [Name in keyof Args]: Args[Name] extends { readonly type: 'boolean' }
    ? boolean | undefined
    : Args[Name] extends { readonly required: true } | { readonly type: 'positional' }
      ? string
      : string | undefined;
};

export interface Command<Args extends ArgsDef> {
  /** Without `footfall`. */
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  /** @param rawArgs as they were typed, for options that may be repeated */
  readonly run: (args: ArgValues<Args>, rawArgs: readonly string[]) => Promise<void>;
}

/** An error ends the process with one line on standard error. */
export function command<const Args extends ArgsDef>({ name, description, args, run }: Command<Args>): CommandDef {
  return defineCommand({
    meta: { name: `footfall ${name}`, description },
    args: args as ArgsDef,
    run: async ({ args: parsed, rawArgs }) => {
      try {
        refuseUnknown(args, parsed);
        await run(parsed as ArgValues<Args>, rawArgs);
      } catch (error) {
        process.stderr.write(`footfall: ${failureLine(error)}\n`);
        process.exit(1);
      }
    },
  });
}

/** For example `footfall account`. */
export function commandGroup(
  name: string,
  description: string,
  subCommands: Readonly<Record<string, CommandDef>>,
): CommandDef {
  return defineCommand({ meta: { name: `footfall ${name}`, description }, subCommands });
}

/** The parser accepts any option, but a misspelled one must not count as omitted. */
function refuseUnknown(args: ArgsDef, parsed: { readonly _: readonly string[] }): void {
  const known = new Set(Object.keys(args).flatMap((name) => [name, camelCase(name)]));
  const unknown = Object.keys(parsed).filter((name) => name !== '_' && !known.has(name));
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length;
  const refused = [
    ...unknown.map((name) => (name.length === 1 ? `-${name}` : `--${name}`)),
    ...parsed._.slice(positionals),
  ];
  if (refused.length > 0) throw new AppError('invalid', [`unknown option: ${refused.join(', ')}; see --help`]);
}

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
