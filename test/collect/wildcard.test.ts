import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wildcard } from '../../src/collect/steps/wildcard.js';
import { checkRows } from '../rows.js';

describe('wildcard', () => {
  it('covers what it says', () =>
    checkRows(
      [
        ['/admin', '/admin'],
        ['/admin*', '/admin'],
        ['/admin*', '/admin/users/1'],
        ['*', ''],
        ['*', '/any/thing'],
        ['**', '/any'],
        ['*/edit', '/a/b/edit'],
        ['/blog/*/draft', '/blog/2026/03/draft'],
        ['/a*b*c', '/abc'],
        ['/a*b*c', '/a-b-b-c-c'],
        ['/a.b', '/a.b'],
        ['/(x|y)+', '/(x|y)+'],
        ['/ab*ab', '/abab'],
        ['', ''],
      ],
      ([pattern, text]) => {
        expect(wildcard(pattern)(text)).toBe(true);
      },
    ));

  it('does not cover others', () =>
    checkRows(
      [
        ['/admin', '/administrator'],
        ['/admin', '/en/admin'],
        ['/admin', '/Admin'],
        ['/admin/*', '/admin'],
        ['*/edit', '/edit/1'],
        ['/a.b', '/axb'],
        ['/a?b', '/axb'],
        ['/ab*ab', '/ab'],
        ['/a*b*c', '/acb'],
        ['/a*b*b', '/ab'],
        ['', '/'],
      ],
      ([pattern, text]) => {
        expect(wildcard(pattern)(text)).toBe(false);
      },
    ));

  it('agrees with a regular expression', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 8 });
    fc.assert(
      fc.property(short, short, (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`);
        expect(wildcard(pattern)(text)).toBe(expression.test(text));
      }),
    );
  });

  it('takes its time from no pattern', () => {
    expect(wildcard(`${'*a'.repeat(500)}*b`)('a'.repeat(2_000))).toBe(false);
  });
});
