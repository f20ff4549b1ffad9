const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * The pause before another try, in milliseconds: it doubles up to 30 seconds, and a random half of it is left out, so
 * that many processes do not come back at once.
 *
 * @param failures in a row, from 1
 */
export const pauseAfter = (failures: number, random: () => number = Math.random): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (1 - random() / 2);
