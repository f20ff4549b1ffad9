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
  define: { IS_PACKAGE: 'false' },
  bundle: true,
  format: 'iife',
  target: 'es2020',
  logLevel: 'warning',
};

const builds = [
  { name: 'tracker', hasOptions: false },
  { name: 'tracker.full', hasOptions: true },
];

await Promise.all(
  builds.flatMap(({ name, hasOptions }) => {
    const options = { ...common, define: { ...common.define, HAS_OPTIONS: String(hasOptions) } };
    return [
      build({ ...options, outfile: `${outdir}/${name}.js` }),
      // A response header names the source map: a comment would cost every visitor its bytes.
      build({ ...options, outfile: `${outdir}/${name}.min.js`, minify: true, sourcemap: 'external' }),
    ];
  }),
);
