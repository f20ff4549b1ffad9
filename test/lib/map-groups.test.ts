import { expect, test } from 'vitest';
import { mapGroups } from '../../src/lib/map-groups.js';

test('each group is worked on at once, and the results are in the order of the items', () => {
  const groups: string[] = [];
  const results = mapGroups(
    ['b1', 'a1', 'b2', 'a2', 'b1'],
    (item) => item[0],
    (group, key) => {
      groups.push(`${key}: ${group.join(' ')}`);
      return group.map((item, place) => `${item} ${place}`);
    },
  );
  expect(groups).toEqual(['b: b1 b2 b1', 'a: a1 a2']);
  expect(results).toEqual(['b1 0', 'a1 0', 'b2 1', 'a2 1', 'b1 2']);
});
