export { type Bucket, dayBuckets, hourBuckets } from './buckets.js';
export { dayOf, localDate, startOfDay, startOfLocalDay } from './days.js';
export {
  hourFaults,
  isMoment,
  lengthFaults,
  MOMENT_RULE,
  namedRange,
  parseRange,
  type Range,
  type Ranges,
  utcMonth,
} from './range.js';
export { type Run, runsOf } from './runs.js';
export { type Days, daysOf, eachDay, eachMonth, firstOfMonth, rangeOf, wholeDays } from './whole-days.js';
export { isTimeZone } from './zone.js';
