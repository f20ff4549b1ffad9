// Builds the demo, which uses the built program: node scripts/build-demo.mjs [directory]
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = process.argv[2] ?? join(root, 'dist/demo');

/** Imports the program's own modules from the compiler's output beside `dist/demo` instead of bundling them. */
const program = {
  name: 'program',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ resolveDir, path }) => {
      const file = relative(join(root, 'src'), join(resolveDir, path));
      return file.startsWith('..') ? undefined : { path: `../${file}`, external: true };
    });
  },
};

await build({
  absWorkingDir: root,
  entryPoints: ['demo/run.ts'],
  outfile: join(outdir, 'run.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  plugins: [program],
  logLevel: 'warning',
});
