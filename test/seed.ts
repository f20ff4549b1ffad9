/**
 * The seed of the random tests with `TEST_SEED` in their names: another one each day, the number of days since 1970. Set `TEST_SEED` to
 * repeat one.
 */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 86_400_000));
