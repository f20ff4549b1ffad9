// Runs larger versions of `npm test`: npm run test:long -- --queries 30 --deletions 9 --histories 5 --lines 1000000
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '30' },
    deletions: { type: 'string', default: '9' },
    histories: { type: 'string', default: '5' },
    lines: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write('usage: npm run test:long -- [--queries N] [--deletions N] [--histories N] [--lines N]\n');
  process.exit(0);
}
const files = [
  'test/daily-visitors',
  'test/service/oracle',
  'test/service/delete-events',
  'test/service/import-memory',
];
const { status } = spawnSync('npx', ['vitest', 'run', ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ORACLE_QUERIES: values.queries,
    DELETIONS: values.deletions,
    HISTORIES: values.histories,
    IMPORT_LINES: values.lines,
  },
});
process.exit(status ?? 1);
