// Hostile requests in numbers: npm run test:hostile -- --requests 200000
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    profile: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(
    `usage: npm run test:hostile -- [--requests N] [--seed N] [--profile MS]

--profile prints what ran in stalls of the main thread that took more than MS milliseconds. It slows the service down.
`,
  );
  process.exit(0);
}
const { status } = spawnSync('npx', ['vitest', 'run', 'test/hostile', '--testTimeout', '7200000'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOSTILE_REQUESTS: values.requests,
    HOSTILE_SEED: values.seed,
    HOSTILE_PROFILE: values.profile,
  },
});
process.exit(status ?? 1);
