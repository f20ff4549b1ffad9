/** Accepted by the collector: an event of at most 16 KiB contains several URLs. */
export const MAX_URL_LENGTH = 4000;
export const MAX_NAME_LENGTH = 120;
export const MAX_PROP_LENGTH = 1000;
export const MAX_PROPS = 30;
