import { hash as argon2, parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { DECOY_HASH, hash, verify } from '../../src/accounts/passwords.js';
import { AppError } from '../../src/lib/errors.js';

test('of many passwords at once those that would wait too long are refused, and the others checked', async () => {
  const stored = await hash('correct horse');
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      verify(stored, index % 2 === 0 ? 'correct horse' : 'wrong').catch((error: unknown) => error),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome instanceof AppError);
  expect(refused.length).toBeGreaterThanOrEqual(100 - 64 - 2);
  expect(refused[0]).toMatchObject({ kind: 'unavailable' });
  expect(outcomes.slice(0, 4)).toEqual([true, false, true, false]);
  expect(await verify(stored, 'correct horse')).toBe(true);
});

test('an unknown email address is verified with the work of a known one', async () => {
  expect(parseOptions(DECOY_HASH)).toEqual(parseOptions(await argon2('any')));
});
