import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareSizes, type Measured, PAGES, SIZES } from './growth.js';
import { benchIngest } from './ingest.js';
import { benchMemory } from './memory.js';
import { OPTIONS_USAGE, optionTypes } from './options.js';
import { printGoals } from './questions/table.js';
import { resultsText } from './results-text.js';

const RESULTS = 'bench/results.json';

const PARTS = ['questions', 'growth', 'ingest', 'memory', 'import', 'bi'];

const USAGE = `usage: npm run bench -- [part …] [option …]

parts: ${PARTS.join(', ')} (all when none is named)
Ctrl-C among the questions ends after the one under way, and keeps what was measured.
growth makes data sets of its own, of ${SIZES.map((events) => events.toLocaleString('en')).join(' and ')} events, in two folders of --keep.
of questions, import and bi:
${OPTIONS_USAGE}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...optionTypes,
    help: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((part) => !PARTS.includes(part));
if (values.help) {
  process.stdout.write(USAGE);
} else if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const parts = positionals.length === 0 ? PARTS : positionals;
  const results: Record<string, unknown> = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}'));
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  /** Saves a completed part's results and its machine at once, since the next part may fail. */
  const keep = async (name: string, found: unknown) => {
    if (found === undefined || values.only !== undefined) return;
    results[name] = found;
    results.machines = { ...(results.machines ?? {}), [name]: machine };
    await writeFile(RESULTS, resultsText(results));
  };
  if (parts.includes('questions')) await keep('questions', await inOwnProcess('questions'));
  if (parts.includes('growth')) {
    const [small, large] = SIZES;
    const measure = async (events: number) =>
      (await inOwnProcess('questions', {
        events: String(events),
        keep: values.keep && join(values.keep, String(events)),
        only: PAGES,
        peers: 'none',
      })) as Measured;
    const growth = compareSizes([await measure(small), await measure(large)]);
    printGoals(growth.goals);
    await keep('growth', growth);
  }
  if (parts.includes('ingest')) {
    const ingest = await benchIngest();
    const { bare, footfall, returning } = ingest;
    console.table({ 'bare route': bare, Footfall: footfall, 'Footfall, returning visitors': returning });
    printGoals(ingest.goals);
    await keep('ingest', ingest);
  }
  if (parts.includes('memory')) {
    const memory = await benchMemory();
    console.table({ idle: memory.idle, collecting: memory.collecting, importing: memory.importing });
    printGoals(memory.goals);
    await keep('memory', memory);
  }
  if (parts.includes('import')) await keep('import', await inOwnProcess('import'));
  if (parts.includes('bi')) await keep('bi', await inOwnProcess('bi'));
}

type Given = Readonly<Partial<Record<keyof typeof optionTypes, string | undefined>>>;

/** In a process that starts like the service. Returns the part's results. */
async function inOwnProcess(
  part: 'questions' | 'import' | 'bi',
  { events, keep, repeats, only, peers }: Given = values,
): Promise<unknown> {
  const args = Object.entries({ events, keep, repeats, only, peers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const child = fork(`dist/bench/${part}-process.js`, args, {
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '999999',
      MALLOC_MMAP_THRESHOLD_: '999999',
    },
    execArgv: ['--max-semi-space-size=32', '--require', './bin/process.cjs'],
  });
  // The child exits when it is interrupted, and reports its measurements.
  const wait = () => {};
  process.on('SIGINT', wait);
  let results: unknown;
  child.on('message', (message) => {
    results = message;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', wait);
  if (code !== 0) throw new Error(`${part}: could not be measured`);
  return results;
}
