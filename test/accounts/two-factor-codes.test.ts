import { expect, test } from 'vitest';
import { authenticatorUri, stepOfCode } from '../../src/accounts/two-factor.js';
import { checkRows } from '../rows.js';

const STEP = 30_000;

/** Of RFC 6238, appendix B: the secret of its SHA-1 vectors, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('an authenticator’s code is taken, as RFC 6238 has it', () =>
  checkRows(
    [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
    ],
    ([seconds, code]) => {
      expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    },
  ));

test('no other code is taken', () =>
  checkRows(['', '28708', '2870822', '28708a', '２８７０８２', '287083'], (code) => {
    expect(stepOfCode(RFC_SECRET, code, 59_000)).toBeUndefined();
  }));

test('a code is taken one step early or late, with the step that it is of', () => {
  expect(stepOfCode(RFC_SECRET, '287082', 59_000 + STEP)).toBe(1);
  expect(stepOfCode(RFC_SECRET, '287082', 59_000 - STEP)).toBe(1);
  expect(stepOfCode(RFC_SECRET, '287082', 59_000 + 2 * STEP)).toBeUndefined();
});

test('authenticators read the secret from a URI', () => {
  expect(authenticatorUri(RFC_SECRET, 'ada@example.com')).toBe(
    `otpauth://totp/Footfall:ada%40example.com?issuer=Footfall&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
