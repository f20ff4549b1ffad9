import { expect, test } from 'vitest';
import { eventName, eventProps } from '../../src/collect/event-body.js';
import { MAX_NAME_LENGTH, MAX_PROP_LENGTH, MAX_PROPS } from '../../src/tracker/limits.js';

const long = (length: number) => 'x'.repeat(length);

test('the script ends names, values and properties where the collector would refuse them', () => {
  expect([0, 1].map((more) => eventName.safeParse(long(MAX_NAME_LENGTH + more)).success)).toEqual([true, false]);
  const named = (more: number) => eventProps.safeParse({ [long(MAX_NAME_LENGTH + more)]: 1 }).success;
  expect([0, 1].map(named)).toEqual([true, false]);
  const valued = (more: number) => eventProps.safeParse({ plan: long(MAX_PROP_LENGTH + more) }).success;
  expect([0, 1].map(valued)).toEqual([true, false]);
  const many = (more: number) =>
    eventProps.safeParse(Object.fromEntries(Array.from({ length: MAX_PROPS + more }, (_, index) => [index, 1])))
      .success;
  expect([0, 1].map(many)).toEqual([true, false]);
});
