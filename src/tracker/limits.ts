/** Lengths that the collector takes. Several addresses are in one event, of which it takes 16 KiB. */
export const LONGEST_URL = 4000;
export const LONGEST_NAME = 120;
export const LONGEST_PROP = 1000;
export const MOST_PROPS = 30;
