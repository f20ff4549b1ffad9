export { type Bucket, dayBuckets, hourBuckets } from './buckets.js';
export { localDate, startOfLocalDay } from './days.js';
export { isMoment, MOMENT_RULE, parseRange, type Range, type Ranges, utcMonth } from './range.js';
export { isTimeZone } from './zone.js';
