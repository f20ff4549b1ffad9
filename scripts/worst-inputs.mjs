// Searches for the inputs that block the main thread the longest: node scripts/worst-inputs.mjs [--seconds 60]
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const outfile = 'dist/test/worst-inputs.js';
await build({
  entryPoints: ['test/collect/report-costs.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
