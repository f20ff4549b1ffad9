import { expect, test } from 'vitest';
import { letterAvatar } from '../../src/dashboard/ui/letter-avatar.js';
import { checkRows } from '../rows.js';
import { contrast } from './color.js';

const fillOf = (domain: string): string => /fill="(#[0-9a-f]{6})"/.exec(letterAvatar(domain))?.[1] ?? '';
const letterOf = (domain: string): string => />([^<]*)<\/text>/.exec(letterAvatar(domain))?.[1] ?? '';

test('a domain keeps its color, and others have others', () => {
  const domains = Array.from({ length: 200 }, (_, number) => `shop-${number}.example`);
  expect(domains.map(fillOf)).toEqual(domains.map(fillOf));
  const colors = new Set(domains.map(fillOf));
  expect(colors.size).toBe(12);
  for (const color of colors) expect(contrast(color, '#ffffff'), color).toBeGreaterThanOrEqual(4.5);
});

test('the letter of a domain', () =>
  checkRows(
    [
      ['example.com', 'E'],
      ['4chan.example', '4'],
      ['xn--bcher-kva.example', 'B'],
      ['xn--e1afmkfd.xn--p1ai', 'П'],
      // Looks like another name, and stays in ASCII.
      ['xn--80ak6aa92e.com', 'X'],
      ['', '?'],
      ['<&>".example', 'E'],
    ],
    ([domain, letter]) => {
      expect(letterOf(domain)).toBe(letter);
    },
  ));
