import { expect, test } from 'vitest';
import { eventName } from '../../src/collect/event-body.js';
import { MAX_PROP_VALUE_LENGTH, MAX_PROPS } from '../../src/collect/limit-props.js';
import * as tracker from '../../src/tracker/limits.js';

test('the script ends names where the collector would refuse them', () => {
  const named = (more: number) => eventName.safeParse('x'.repeat(tracker.MAX_NAME_LENGTH + more)).success;
  expect([0, 1].map(named)).toEqual([true, false]);
});

test('the script sends one more property and character than the collector keeps, so that it is counted', () => {
  expect([tracker.MAX_PROPS, tracker.MAX_PROP_LENGTH]).toEqual([MAX_PROPS + 1, MAX_PROP_VALUE_LENGTH + 1]);
});
