import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a failure shows its last requests and warnings, and the file after it passes', () => {
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', '--config', 'test/failing/vitest.config.ts'], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', TEST_LOG: undefined },
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ +Test Files +1 failed \| 1 passed \(2\)$/m);
  expect(stderr).toContain("expected 'what came' to be 'what was wanted'");
  expect(stderr).toMatch(/^ +POST \/api\/v1\/websites: 201$/m);
  expect(stderr).toMatch(/^ +GET \/nowhere\?why=not: 404$/m);
  expect(stderr).toMatch(/^ +\{.*websites could not be written to ClickHouse yet.*$/m);
  expect(stderr).toMatch(/Error: no room$(.|\n)*?^ +a line of the hook$/m);
  expect(stderr).not.toContain('/of-an-earlier-test');
});
