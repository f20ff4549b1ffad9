import { expect, test } from 'vitest';
import { apiKeyShape } from '../../src/accounts/api-keys.js';

test('API keys are told by their form', () => {
  const key = `ff_live_${'0a'.repeat(32)}`;
  expect(apiKeyShape.safeParse(key).success).toBe(true);
  for (const text of ['', key.toUpperCase(), `${key}0`, key.slice(1), `${key}\n`, key.replace('a', 'g')]) {
    expect(apiKeyShape.safeParse(text).success, text).toBe(false);
  }
});
