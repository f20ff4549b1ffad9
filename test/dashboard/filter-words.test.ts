import { expect, test } from 'vitest';
import { filterWords } from '../../src/dashboard/pages/stats/filter-words.js';
import { checkRows } from '../rows.js';

const GOALS = [{ id: '00000000-0000-4000-8000-00000000000a', name: 'Sign-up' }];

const is = (dimension: string, ...values: readonly unknown[]) => ({ dimension, operator: 'is', values });
const [page, germany, plan] = [is('page', '/'), is('country', 'DE'), is('property:plan', 'pro', null)];

test('a filter is a sentence, in which parentheses hold parts together', () =>
  checkRows(
    [
      { filter: germany, words: 'Country is Germany' },
      { filter: [], words: '' },
      { filter: [page], words: 'Page is /' },
      { filter: [page, germany], words: 'Page is / and Country is Germany' },
      { filter: { or: [page, germany, plan] }, words: 'Page is /, Country is Germany, or plan is pro or (none)' },
      { filter: [{ or: [page, germany] }, plan], words: '(Page is / or Country is Germany) and plan is pro or (none)' },
      { filter: [[{ or: [page, germany] }]], words: 'Page is / or Country is Germany' },
      { filter: [page, [{ or: [page, germany] }]], words: 'Page is / and (Page is / or Country is Germany)' },
      { filter: { not: { and: [page, germany] } }, words: 'not (Page is / and Country is Germany)' },
      { filter: { hasDone: { goal: GOALS[0]!.id.toUpperCase() } }, words: 'visitor has done (Sign-up)' },
      { filter: { not: { hasDone: { goal: 'x' } } }, words: 'not (visitor has done (Unknown goal))' },
      { filter: { dimension: 'property:price', operator: 'greater', values: [5] }, words: 'price is greater than 5' },
      { filter: { segment: 'x' }, words: 'a segment' },
      { filter: is('page', '/\u202Eoops'), words: 'Page is /[U+202E]oops' },
      { filter: is('page', '\ud83e\uddb6'.repeat(150)), words: /^Page is .{190,200}…$/s },
      { filter: 7, words: '' },
    ],
    ({ filter, words }) => {
      const text = filterWords(filter, GOALS);
      if (typeof words === 'string') expect(text).toBe(words);
      else expect(text).toMatch(words);
    },
  ));
