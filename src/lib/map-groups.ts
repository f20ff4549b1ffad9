/**
 * Groups items by a key, works on each group, and returns the results in the order of the items.
 *
 * @param work returns a result for each item of a group, in their order
 */
export function mapGroups<Item, Key, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  work: (group: readonly Item[], key: Key) => readonly Result[],
): readonly Result[] {
  const groups = new Map<Key, number[]>();
  items.forEach((item, place) => {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  });
  const results: Result[] = [];
  for (const [key, places] of groups) {
    const found = work(
      places.map((place) => items[place]!),
      key,
    );
    places.forEach((place, index) => {
      results[place] = found[index]!;
    });
  }
  return results;
}
