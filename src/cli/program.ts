import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, defineCommand, renderUsage, runMain } from 'citty';

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

const footfall = defineCommand({
  meta: { name: 'footfall', version, description: 'Self-hosted web analytics' },
  subCommands: {
    serve: () => import('./serve.js').then(({ serve }) => serve),
    demo: () => import('./demo.js').then(({ demo }) => demo),
    account: () => import('./account.js').then(({ account }) => account),
    key: () => import('./key.js').then(({ key }) => key),
    website: () => import('./website.js').then(({ website }) => website),
    goal: () => import('./definitions.js').then(({ goalCommands }) => goalCommands),
    segment: () => import('./definitions.js').then(({ segmentCommands }) => segmentCommands),
    funnel: () => import('./definitions.js').then(({ funnelCommands }) => funnelCommands),
    annotation: () => import('./definitions.js').then(({ annotationCommands }) => annotationCommands),
    query: () => import('./query.js').then(({ query }) => query),
    cohorts: () => import('./reports.js').then(({ cohorts }) => cohorts),
    journey: () => import('./reports.js').then(({ journey }) => journey),
    changes: () => import('./reports.js').then(({ changes }) => changes),
    import: () => import('./import.js').then(({ importFile }) => importFile),
    export: () => import('./export.js').then(({ exportFile }) => exportFile),
    bi: () => import('./bi.js').then(({ bi }) => bi),
    migrate: () => import('./migrate.js').then(({ migrate }) => migrate),
    email: () => import('./email.js').then(({ email }) => email),
    doctor: () => import('./doctor.js').then(({ doctor }) => doctor),
    rebuild: () => import('./rebuild.js').then(({ rebuild }) => rebuild),
  },
});

/** Most commands end the process. */
export async function runFootfall(args: readonly string[]): Promise<void> {
  const isHelp = args.some((argument) => argument === '--help' || argument === '-h');
  await runMain(footfall, {
    rawArgs: [...args],
    // After an error, help goes to standard error like the message.
    showUsage: (command) => showUsage(command, isHelp ? process.stdout : process.stderr),
  });
}

async function showUsage<Args extends ArgsDef>(command: CommandDef<Args>, stream: NodeJS.WriteStream): Promise<void> {
  const usage = tidyUsage(await renderUsage(command));
  stream.write(`${stream.isTTY ? usage : stripVTControlCharacters(usage)}\n`);
}

/** Left-aligns the names of commands and options, and removes trailing blanks. */
const tidyUsage = (usage: string): string =>
  usage
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ {2}( *)(\S+)(?= {4})/, '  $2$1'))
    .join('\n');
