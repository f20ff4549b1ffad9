import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A test that fails, so that `runner.full.test.ts` sees what is shown of it. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default defineConfig({
  test: {
    include: ['test/failing/after-a-request.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 300_000,
    runner: fileURLToPath(new URL('../runner.ts', import.meta.url)),
  },
});
