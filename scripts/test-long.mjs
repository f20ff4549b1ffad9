// Runs larger versions of some tests: npm run test:long -- --queries 30 --deletions 9 --histories 5 --lines 1000000 --statements 1000
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '30' },
    deletions: { type: 'string', default: '9' },
    histories: { type: 'string', default: '5' },
    lines: { type: 'string', default: '1000000' },
    statements: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(
    'usage: npm run test:long -- [--queries N] [--deletions N] [--histories N] [--lines N] [--statements N]\n',
  );
  process.exit(0);
}
const files = [
  'test/daily-visitors',
  'test/service/oracle',
  'test/service/delete-events',
  'test/service/restore-events',
  'test/service/import-memory',
  'test/sql/leaks',
  'test/sql/escapes',
];
const { status } = spawnSync('npx', ['vitest', 'run', '--testTimeout', String(60 * 60 * 1000), ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ORACLE_QUERIES: values.queries,
    DELETIONS: values.deletions,
    HISTORIES: values.histories,
    IMPORT_LINES: values.lines,
    BI_RUNS: values.statements,
  },
});
process.exit(status ?? 1);
