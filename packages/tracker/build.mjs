// Bundles the package from the source of the browser script: node build.mjs [directory]
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: ['src/index.ts'],
  outfile: `${process.argv[2] ?? 'dist'}/index.js`,
  tsconfigRaw: {},
  define: { IS_PACKAGE: 'true', HAS_OPTIONS: 'true' },
  bundle: true,
  format: 'esm',
  target: 'es2020',
  logLevel: 'warning',
});
