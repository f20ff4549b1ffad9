/** Of all random tests: another one each day. `TEST_SEED` repeats what an earlier one found; it is in the names of the tests. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 86_400_000));
