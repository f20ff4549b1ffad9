import { expect, test } from 'vitest';
import { caseName, queryAt } from '../../bench/questions/case.js';
import { cases } from '../../bench/questions/cases.js';
import { type Goal, judge } from '../../bench/questions/goal.js';
import { peerGoals } from '../../bench/questions/peer-goals.js';
import { checkRows } from '../rows.js';

const measured = { own: { sql: 3, http: 4, statements: 1 }, others: { Umami: 10, Plausible: 6 } };

test('the default page is measured first, and every case once', () => {
  expect(caseName(cases[0]!)).toBe('page 30 days until now');
  expect(new Set(cases.map(caseName)).size).toBe(cases.length);
});

test('every goal has cases, and compares with the best peer', () => {
  const goals = peerGoals(
    cases.map((each) => ({ each, measured: each.openings === undefined ? measured : { ...measured, first: 6 } })),
  );
  expect(goals.map(({ what, atMost, aim }) => `${what}: ${atMost}, ${aim}`)).toMatchInlineSnapshot(`
    [
      "default dashboard page, 30 days, until now, of the best peer: 0.4, 0.26",
      "default dashboard page, 365 days, until now, of the best peer: 0.2, 0.13",
      "default dashboard page, small website, 30 days, until now, of the best peer: 0.55, 0.4",
      "\`main\`, 30 days, until now, of the best peer: 0.4, 0.25",
      "\`visitors-chart\` by day, 30 days, until now, of the best peer: 0.65, 0.5",
      "a list by a trait, 30 days, until now, of the best peer: 0.75, 0.6",
      "a list by a trait, 365 days, until now, of the best peer: 0.45, 0.3",
      "\`pages\`, \`entry-pages\`, custom events, 30 days, until now, of the best peer: 0.75, 0.4",
      "\`pages\`, \`entry-pages\`, custom events, 365 days, until now, of the best peer: 0.45, 0.15",
      "lists with one or two filters, the median, until now, of the best peer: 1.1, 0.9",
      "lists with one or two filters, until now, of the best peer: 1.4, 1.2",
      "today: default dashboard page, until now, of the best peer: 0.8, 0.5",
      "today: a list, until now, of the best peer: 1.1, 0.8",
      "funnel of two pages and an event, until now, of the best peer: 1, 0.5",
      "funnel of two sections and an event, until now, of the best peer: 1, 0.5",
      "retention by week, until now, of the best peer: 1, 0.5",
      "pages with bounce rate, until now, of the best peer: 1, 0.5",
      "pages with bounce rate and conversion rate, until now, of the best peer: 1, 0.5",
      "values of a property, until now, of the best peer: 1, 0.5",
      "countries by browser, until now, of the best peer: 1, 0.5",
      "countries by day, until now, of the best peer: 1, 0.5",
      "exit pages, until now, of the best peer: 1, 0.5",
      "funnel, 365 days, of a count of its visitors over the same events: 1.5, 1",
      "what changed, 30 days, of the default page: 3, 2",
      "page 30 days until now, opened 4 times, of the first time: 1.05, 0.5",
    ]
  `);
  const isOwn = ({ what }: Goal) => what.includes('of a count') || what.includes('of the default page');
  expect(new Set(goals.filter((goal) => !isOwn(goal)).map(({ value }) => value))).toEqual(new Set([0.5]));
  expect(goals.filter(isOwn).map(({ value }) => value)).toEqual([1, 1]);
});

test('every turn of a case without filters has another range', () =>
  checkRows(
    cases.filter(({ filters }) => filters.length === 0).map((each) => [caseName(each), each] as const),
    ([, each]) => {
      const ranges = Array.from({ length: 26 }, (__, turn) => {
        const { start, end } = queryAt(each, '', turn);
        return `${start} ${end}`;
      });
      expect(new Set(ranges).size).toBe(ranges.length);
    },
  ));

test('a rate is to be at least its bound, everything else at most', () => {
  const goal = { what: '', aim: 0.5 };
  expect(judge({ ...goal, value: 0.5, atLeast: 0.4 })).toBe('aim reached');
  expect(judge({ ...goal, value: 0.45, atLeast: 0.4 })).toBe('reached');
  expect(judge({ ...goal, value: 0.3, atLeast: 0.4 })).toBe('NOT REACHED');
  expect(judge({ ...goal, value: 0.5, atMost: 1 })).toBe('aim reached');
  expect(judge({ ...goal, value: 0.7, atMost: 1 })).toBe('reached');
  expect(judge({ ...goal, value: 1.1, atMost: 1 })).toBe('NOT REACHED');
});
