import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { POLL_OPTIONS } from './test/poll-options.js';
import { Sequencer } from './test/sequencer.js';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

const TESTS = 'test/**/*.test.{ts,tsx}';
const ENGINE = 'test/**/*.engine.test.{ts,tsx}';
const FULL = 'test/**/*.full.test.{ts,tsx}';

/** Files that tests read, or run as built, and do not import: where one has changed, `npm run test:changed` runs all of `engine`. */
const READ_OR_BUILT = [
  'bin/**',
  'clickhouse/**',
  'demo/**',
  'lists/**',
  'scripts/**',
  'sql/**',
  'src/cli/**',
  'src/dashboard/browser/**',
  'src/dashboard/style/**',
  'src/main.ts',
  'src/collect/sessions/sessionizer-*.ts',
  'src/tracker/**',
];

/** Files that change what others would see in their process: modules that they replace, hooks that they look for. */
const alone = {
  unit: ['test/http/html-document.test.ts', 'test/lib/language.test.ts', 'test/time/zone.test.ts'],
  engine: ['test/service/add-dimension.engine.test.ts'],
  full: [
    'test/clickhouse/limits.full.test.ts',
    'test/service/has-done-memory.full.test.ts',
    'test/service/oracle-tables.full.test.ts',
  ],
};

/** A process takes file after file, but for those that must be alone: to import the same modules for each took a third of all time. */
const project = (
  name: keyof typeof alone,
  include: string,
  exclude: string[] = [],
): TestProjectInlineConfiguration[] => [
  { extends: true, test: { name, include: [include], exclude: [...exclude, ...alone[name]], isolate: false } },
  { extends: true, test: { name: `${name}-alone`, include: alone[name] } },
];

export default defineConfig({
  test: {
    // The embedded engine allows one data folder a process, and aborts in worker threads.
    pool: 'forks',
    // One for each core, two at least: the engines have threads of their own. With four on two cores, a test took four times as long.
    maxWorkers: Math.max(2, availableParallelism()),
    // What the program sets for its own process.
    execArgv: ['--require', `${ROOT}bin/process.cjs`],
    // Reached only by hung tests: on a slow, busy machine, a test of ten seconds has taken over a minute.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: POLL_OPTIONS },
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, ...READ_OR_BUILT.map((files) => `${ROOT}${files}`)],
    sequence: { sequencer: Sequencer },
    runner: `${ROOT}test/runner.ts`,
    // `npm test -- --coverage`; what runs in a process or a browser of its own is not seen.
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary'] },
    projects: [
      // No engine and no other process.
      ...project('unit', TESTS, [ENGINE, FULL]),
      // The embedded engines, the service, one journey through each page.
      ...project('engine', ENGINE),
      // Everything that takes long: processes, losses of power, outages, servers, two shards, long random histories.
      ...project('full', FULL),
    ],
  },
});
