import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Files with tests that fail, so that `runner.full.test.ts` sees what is shown of them, and that the file after them does not. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default defineConfig({
  test: {
    include: ['test/failing/[12]-*.ts'],
    maxWorkers: 1,
    pool: 'forks',
    isolate: false,
    testTimeout: 300_000,
    runner: fileURLToPath(new URL('../runner.ts', import.meta.url)),
  },
});
