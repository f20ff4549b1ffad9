/** Lengths that the collector takes. Several addresses are in one event, of which it takes 16 KiB. */
export const MAX_URL_LENGTH = 4000;
export const MAX_NAME_LENGTH = 120;
export const MAX_PROP_LENGTH = 1000;
export const MAX_PROPS = 30;
