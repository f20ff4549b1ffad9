import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchIngest } from './ingest.js';
import { benchSteps } from './steps.js';

const RESULTS = 'bench/results.json';
const STEADY_SECONDS = 300;

const USAGE = `usage: npm run bench -- [part …] [--steady SECONDS]

parts: ingest, steps (all when none is named)
--steady   how long memory is watched under a steady load (${STEADY_SECONDS})
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { steady: { type: 'string', default: String(STEADY_SECONDS) }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(USAGE);
} else {
  const parts = positionals.length === 0 ? ['steps', 'ingest'] : positionals;
  const results: Record<string, unknown> = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}'));
  if (parts.includes('steps')) {
    results.steps = await benchSteps();
    console.table(results.steps);
  }
  if (parts.includes('ingest')) {
    const ingest = await benchIngest({ steadySeconds: Number(values.steady) });
    console.table({ 'bare route': ingest.bare, Footfall: ingest.footfall });
    console.table({ rateRatio: ingest.rateRatio, p99Ratio: ingest.p99Ratio, memory: ingest.memory.join(' ') });
    results.ingest = ingest;
  }
  results.machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
