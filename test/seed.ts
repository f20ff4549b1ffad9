/**
 * The seed of the random tests with `TEST_SEED` in their names: another one each day, the number of days since 1970. Set `TEST_SEED` to
 * repeat one.
 */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 86_400_000));

/**
 * Some of a list, others each day, so that one run is short and the runs of a week have all. `npm run test:long` takes all at once.
 */
export const ofTheDay = <Item>(items: readonly Item[], count = 1): readonly Item[] =>
  process.env.TEST_ALL === undefined
    ? Array.from({ length: Math.min(count, items.length) }, (_, place) => items[(SEED * count + place) % items.length]!)
    : items;
