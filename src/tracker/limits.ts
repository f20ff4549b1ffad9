/** Accepted by the collector: an event of at most 16 KiB contains several URLs. */
export const MAX_URL_LENGTH = 4000;
export const MAX_NAME_LENGTH = 120;

/** Each one more than the collector keeps, so that it counts what it leaves out. */
export const MAX_PROP_LENGTH = 501;
export const MAX_PROPS = 31;
