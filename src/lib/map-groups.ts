/**
 * Groups items by a key, maps each group, and returns the results in the order of the items.
 *
 * @param mapGroup returns one result per item of a group, in their order
 */
export function mapGroups<Item, Key, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  mapGroup: (group: readonly Item[], key: Key) => readonly Result[],
): readonly Result[] {
  const groups = new Map<Key, number[]>();
  items.forEach((item, place) => {
    findOrAdd(groups, keyOf(item), (): number[] => []).push(place);
  });
  const results: Result[] = [];
  for (const [key, places] of groups) {
    const found = mapGroup(
      places.map((place) => items[place]!),
      key,
    );
    places.forEach((place, index) => {
      results[place] = found[index]!;
    });
  }
  return results;
}

export function findOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
