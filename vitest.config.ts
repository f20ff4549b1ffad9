import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { POLL_OPTIONS } from './test/poll-options.js';

/** Files that change what others would see in their process: modules that they replace, hooks that they look for. */
const isolated = [
  'test/clickhouse/limits.test.ts',
  'test/http/html-document.test.ts',
  'test/service/add-dimension.test.ts',
  'test/service/oracle-tables.test.ts',
  'test/time/zone.test.ts',
];

export default defineConfig({
  test: {
    // The embedded engine allows one data folder a process, and aborts in worker threads.
    pool: 'forks',
    // Two more than a small machine has cores: tests wait for disks, browsers and other processes a third of their time.
    maxWorkers: 4,
    // What the program sets for its own process.
    execArgv: ['--require', fileURLToPath(new URL('bin/process.cjs', import.meta.url))],
    // Only what hangs takes so long: on a slow machine, four at a time, ten seconds alone have been a minute and more.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: POLL_OPTIONS },
    // `npm test -- --coverage`; what runs in a process or a browser of its own is not seen.
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary'] },
    projects: [
      // A process takes file after file: to import the same modules for each of them took a third of all time.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.{ts,tsx}'], exclude: isolated, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
