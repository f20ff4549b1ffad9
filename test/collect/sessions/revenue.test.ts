import { expect, test } from 'vitest';
import { lacksRevenue, NO_REVENUE, parseAmount, readRevenue } from '../../../src/collect/sessions/revenue.js';
import { eventColumns, findColumns, readGeneration } from '../../../src/collect/sessions/row.js';
import { linesOf, trackedEvent } from './tracked-event.js';

const custom = (props: object) => ({ type: 'custom', props: JSON.stringify(props) }) as const;

test('an amount keeps its digits', () => {
  const amounts = [49.9, '49.90', -5, '-0.000001', 0.1 + 0.2, 1e-9, 123_456_789_012, ' 7 ', '1.23456789'];
  expect(amounts.map(parseAmount)).toEqual([
    ...['49.900000', '49.90', '-5.000000', '-0.000001', '0.300000', '0.000000', '123456789012.000000', '7', '1.234568'],
  ]);
});

test('other values are no amount', () => {
  const others = ['', 'much', '1e3', '1,5', '0x10', '€5', true, undefined, 1e12, '1000000000000', '.5', '5.'];
  expect(others.map(parseAmount)).toEqual(others.map(() => undefined));
});

test('revenue needs an amount and a currency, and is of custom events', () => {
  const purchase = { revenue: 49.9, currency: 'eur', orderId: 7 };
  expect(readRevenue(custom(purchase))).toEqual({ amount: '49.900000', currency: 'EUR', orderId: '7' });
  expect(readRevenue({ ...custom(purchase), type: 'pageview' })).toBe(NO_REVENUE);
  for (const props of [{ revenue: 5 }, { revenue: 5, currency: 'EURO' }, { revenue: 'x', currency: 'EUR' }]) {
    expect([readRevenue(custom(props)), lacksRevenue(custom(props))]).toEqual([NO_REVENUE, true]);
  }
  expect(lacksRevenue(custom({ currency: 'EUR', plan: '"revenue":' }))).toBe(false);
});

test('a block that an earlier version has left has the columns up to the generation', () => {
  const [line = ''] = linesOf([trackedEvent()]);
  expect(findColumns(Buffer.from(line))).toEqual(eventColumns);
  const earlier = JSON.parse(line).slice(0, eventColumns.indexOf('counted_in'));
  const bytes = Buffer.from(`${JSON.stringify([...earlier, 42])}\n`);
  expect(findColumns(bytes).at(-1)).toBe('counted_in');
  expect(readGeneration(bytes)).toBe(42);
});
