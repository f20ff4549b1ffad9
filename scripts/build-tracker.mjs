// Builds the browser script: node scripts/build-tracker.mjs [directory]
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = process.argv[2] ?? fileURLToPath(new URL('../dist/tracker/', import.meta.url));

const common = {
  absWorkingDir: root,
  entryPoints: ['src/tracker/tracker.ts'],
  // Without a configuration, esbuild writes no "use strict", which every visitor would load.
  tsconfigRaw: {},
  bundle: true,
  format: 'iife',
  target: 'es2020',
  logLevel: 'warning',
};

await Promise.all([
  build({ ...common, outfile: `${outdir}/tracker.js` }),
  // A response header names the source map: a comment would cost every visitor its bytes.
  build({ ...common, outfile: `${outdir}/tracker.min.js`, minify: true, sourcemap: 'external' }),
]);
