import { expect, it } from 'vitest';
import { normalizeCountry } from '../../src/websites/settings.js';

it('knows the 249 codes of ISO 3166-1 and Kosovo, each with a name', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => normalizeCountry(code) === code);
  expect(codes).toHaveLength(250);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
});
