import { expect, test } from 'vitest';
import { limitProps } from '../../src/collect/limit-props.js';

const any = () => true;
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));

test('properties within the limits are kept as they are', () => {
  const props = { ['n'.repeat(64)]: 'v'.repeat(500), seats: 3, trial: false, empty: '' };
  expect(limitProps(props, any)).toEqual({ json: JSON.stringify(props), isCut: false });
  expect(limitProps(numbered(30), any)).toEqual({ json: JSON.stringify(numbered(30)), isCut: false });
});

test('what is over a limit is left out, and the rest is kept', () => {
  expect(limitProps({ ['n'.repeat(65)]: 1, b: 2 }, any)).toEqual({ json: '{"b":2}', isCut: true });
  expect(limitProps({ a: 'v'.repeat(501), b: 2 }, any)).toEqual({ json: '{"b":2}', isCut: true });
  expect(limitProps(numbered(31), any)).toEqual({ json: JSON.stringify(numbered(30)), isCut: true });
  expect(limitProps({ a: 1 }, () => false)).toEqual({ json: '', isCut: true });
});

test('no properties are no text', () => {
  expect(limitProps({}, any)).toEqual({ json: '', isCut: false });
});
