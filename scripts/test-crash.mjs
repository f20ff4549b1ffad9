// The crash and outage tests at length: npm run test:crash -- --kills 500 --outage 120
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    outage: { type: 'string', default: '90' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write('usage: npm run test:crash -- [--kills N] [--outage SECONDS]\n');
  process.exit(0);
}
const { status } = spawnSync('npx', ['vitest', 'run', 'test/crash', 'test/outage'], {
  stdio: 'inherit',
  env: { ...process.env, CRASH_KILLS: values.kills, OUTAGE_SECONDS: values.outage },
});
process.exit(status ?? 1);
