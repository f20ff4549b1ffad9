// Long runs of the crash, outage and power tests: npm run test:crash -- --kills 500 --outage 120 --cuts 50
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    cuts: { type: 'string', default: '50' },
    outage: { type: 'string', default: '90' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write('usage: npm run test:crash -- [--kills N] [--outage SECONDS] [--cuts N]\n');
  process.exit(0);
}
const { status } = spawnSync('npx', ['vitest', 'run', 'test/crash', 'test/outage', 'test/power'], {
  stdio: 'inherit',
  env: { ...process.env, CRASH_KILLS: values.kills, POWER_CUTS: values.cuts, OUTAGE_SECONDS: values.outage },
});
process.exit(status ?? 1);
