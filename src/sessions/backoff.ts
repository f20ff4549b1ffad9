const FIRST_MS = 500;
const MAX_MS = 4_000;

/**
 * The pause before another try, in milliseconds: it doubles up to four seconds, so that writes go on soon after a database is back, and a random half of it is left out, so
 * that many processes do not come back at once.
 *
 * @param failures in a row, from 1
 */
export const pauseAfter = (failures: number, random: () => number = Math.random): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** failures) * (1 - random() / 2);
