import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('README and docs/benchmarks.md show the figures of bench/results.json', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/readme-figures.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
