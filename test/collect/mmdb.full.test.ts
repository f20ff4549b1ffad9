import { expect, test } from 'vitest';
import { SEED } from '../seed.js';
import { compareRandomAddresses, lookUpInChangedFiles } from './mmdb-checks.js';

test.each(['ipv4', 'ipv6'] as const)(
  `the same is found as by maxmind for many random addresses of the bundled %s file (TEST_SEED=${SEED})`,
  async (kind) => {
    expect(await compareRandomAddresses(kind, 20_000)).toBeGreaterThan(1_000);
  },
);

test(`many damaged files neither hold up nor crash a look-up (TEST_SEED=${SEED})`, () => lookUpInChangedFiles(500));
