export { type Bucket, dayBuckets, hourBuckets } from './buckets.js';
export { dayOf, localDate, localDayStarts, startOfDay, startOfLocalDay } from './days.js';
export {
  hourFaults,
  isMoment,
  lengthFaults,
  MOMENT_RULE,
  namedRange,
  parseRange,
  QUARTER_MS,
  type Range,
  type Ranges,
  utcMonth,
} from './range.js';
export { type Run, runsOf } from './runs.js';
export { isTimeZone, offsetAt } from './zone.js';
